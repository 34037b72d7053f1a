"""Batches on joblib: the same rows whatever the backend, and none lost with a worker."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from classifier.batch import BatchOptions, classify_file, engines
from classifier.batch.rows import Chunk
from classifier.batch.work import Done, Task, work
from classifier.model import ModelLoadError

N_ROWS = 20_500
LINES = b"".join(b"job %d: read timed out\n" % number for number in range(N_ROWS))


def texts(out: bytes) -> list[str]:
    return [json.loads(line)["text"] for line in out.splitlines()]


@pytest.fixture(scope="module")
def expected() -> bytes:
    """What one process writes."""
    out = io.BytesIO()
    classify_file(io.BytesIO(LINES), out)
    return out.getvalue()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Dask cluster of two processes on this machine."""
    import dask
    from distributed import LocalCluster

    folder = str(tmp_path_factory.mktemp("dask"))
    with (
        dask.config.set({"temporary-directory": folder, "distributed.worker.multiprocessing-method": "spawn"}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1", silence_logs=50
        ) as cluster,
    ):
        yield cluster


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", [None, "threading", "loky"])
def test_every_backend_writes_the_same_bytes(backend: str | None, expected: bytes) -> None:
    """Two workers, in the input's order; several windows of chunks."""
    out = io.BytesIO()

    report = classify_file(io.BytesIO(LINES), out, BatchOptions(jobs=2, backend=backend))

    assert out.getvalue() == expected
    assert report.rows == N_ROWS


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_writes_the_same_bytes(scheduler: Any, expected: bytes, toy_artefact: Path) -> None:
    """With its own processes, and with a model that each of them loads."""
    out, scored = io.BytesIO(), io.BytesIO()
    cluster = BatchOptions(jobs=-1, backend="dask", scheduler=scheduler.scheduler_address)

    classify_file(io.BytesIO(LINES), out, cluster)
    classify_file(io.BytesIO(b"qqq www\n" * 3_000), scored, BatchOptions(
        jobs=-1, backend="dask", scheduler=scheduler.scheduler_address, model=str(toy_artefact),
    ))  # fmt: skip

    assert out.getvalue() == expected
    assert {json.loads(line)["strategy"] for line in scored.getvalue().splitlines()} == {"tfidf"}


def _deadly(flag: Path, parent: int) -> Callable[[Chunk, Task], Done]:
    """Return work of which the first worker process dies that gets a late chunk."""
    name = str(flag)

    def deadly(chunk: Chunk, task: Task) -> Done:  # a closure: it travels to the workers by value
        if chunk.numbers[0] > 5_000 and os.getpid() != parent:
            try:
                os.close(os.open(name, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), 9)
        return work(chunk, task)

    return deadly


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(os.name == "nt", reason="kills a process with SIGKILL")
@pytest.mark.parametrize("backend", ["loky", "dask"])
def test_a_lost_worker_loses_no_row(
    backend: str, request: pytest.FixtureRequest, expected: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed in the middle of a chunk costs time; every row comes out, once, in order."""
    flag = tmp_path / "killed"
    monkeypatch.setattr(engines, "work", _deadly(flag, os.getpid()))
    address = None if backend == "loky" else request.getfixturevalue("scheduler").scheduler_address
    out, warnings = io.BytesIO(), list[str]()

    report = classify_file(
        io.BytesIO(LINES), out, BatchOptions(jobs=2, backend=backend, scheduler=address), on_warning=warnings.append
    )

    assert flag.exists()
    assert out.getvalue() == expected
    assert report.rows == N_ROWS
    if backend == "loky":
        assert warnings == ["workers were lost (TerminatedWorkerError); its rows are done in this process"]


def test_workers_that_die_again_and_again_are_given_up(expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """After two windows the rest is done here, and that is said."""
    calls: list[int] = []

    def broken(_pool: object, window: list[Chunk], _task: Task) -> Iterator[Done]:
        calls.append(len(window))
        yield from ()
        raise OSError

    monkeypatch.setattr(engines, "_results", broken)
    out, warnings = io.BytesIO(), list[str]()

    classify_file(io.BytesIO(LINES), out, BatchOptions(jobs=2, backend="threading"), on_warning=warnings.append)

    assert out.getvalue() == expected
    assert len(calls) == 2
    assert warnings == [
        "workers were lost (OSError); its rows are done in this process",
        "workers were lost (OSError); the rest is done in this process",
    ]
    classify_file(io.BytesIO(LINES), io.BytesIO(), BatchOptions(jobs=2, backend="threading"))


def test_a_model_that_a_worker_cannot_load_is_no_lost_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends the batch: the rows would come out without the model that was asked for."""

    def fails(_pool: object, _window: object, _task: object) -> Iterator[Done]:
        msg = "not here"
        yield from ()
        raise ModelLoadError(msg)

    monkeypatch.setattr(engines, "_results", fails)

    with pytest.raises(ModelLoadError, match="not here"):
        classify_file(io.BytesIO(LINES), io.BytesIO(), BatchOptions(jobs=2, backend="threading"))


def test_a_worker_loads_its_model_once(toy_artefact: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many chunks and files it gets."""
    from classifier import model as serving

    fresh = shutil.copytree(toy_artefact, tmp_path / "fresh")
    loads: list[Path] = []
    load = serving.load

    def counted(path: str | Path) -> Any:
        loads.append(Path(path))
        return load(path)

    monkeypatch.setattr(serving, "load", counted)
    out = io.BytesIO()

    classify_file(io.BytesIO(LINES[: 1 << 18]), out, BatchOptions(model=str(fresh)))
    classify_file(io.BytesIO(b"qqq\n"), out, BatchOptions(model=str(fresh)))

    assert loads == [fresh]


def test_plugins_are_known_to_the_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A category that a module registers comes out of other processes too."""
    (tmp_path / "worn_disks.py").write_text(
        "from classifier import Category, Keyword, NexusCoreError, Reason, register_category\n"
        "class DiskError(NexusCoreError):\n    '''Worn.'''\n"
        "register_category(Category('disk_worn', 'Disk', 'Worn.', DiskError, 'bad_sector',\n"
        "    keywords=(Keyword('bad sector', strong=True),),\n"
        "    reasons=(Reason('bad_sector', 'disk_worn', False, 'x'),)))\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    out = io.BytesIO()

    report = classify_file(io.BytesIO(b"bad sector\n"), out, BatchOptions(jobs=2, plugins=("worn_disks",)))
    sys.modules.pop("worn_disks")

    assert list(report.counts) == [("disk_worn", "bad_sector")]


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        (BatchOptions(jobs=2, backend="no_such"), ValueError, "no_such"),
        (BatchOptions(backend="dask"), ValueError, "needs the address of a scheduler"),
    ],
    ids=["backend", "scheduler"],
)
def test_a_wrong_backend_is_told(options: BatchOptions, error: type[Exception], said: str) -> None:
    """Before a row is read."""
    with pytest.raises(error, match=said):
        classify_file(io.BytesIO(LINES), io.BytesIO(), options)


def test_an_output_that_fails_lets_the_workers_finish() -> None:
    """The error of the output reaches the caller, and no task is cancelled, which joblib would warn of."""

    class Full(io.BytesIO):
        def write(self, _data: object) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        classify_file(io.BytesIO(LINES), Full(), BatchOptions(jobs=2, backend="threading"))
