"""
Where is the work done? In this process, or on whatever joblib is pointed at: processes, threads, a Dask cluster.

A worker that dies costs time and no row: its chunks are done again, here.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import islice
from typing import Any, Final

from classifier.batch.rows import Chunk
from classifier.batch.work import Done, Task, work
from classifier.model.errors import ModelLoadError

__all__ = ["run"]

_CHUNKS_PER_JOB: Final = 8
"""Chunks in flight for each worker: enough that the wait for the last of them is small, few enough for any memory."""
_MOST_FAILURES: Final = 2


def run(
    chunks: Iterator[Chunk],
    task: Task,
    *,
    jobs: int = 1,
    backend: str | None = None,
    scheduler: str | None = None,
    warn: Callable[[str], object] | None = None,
) -> Generator[Done, None, None]:
    """
    Yield what became of each chunk, in order.

    Args:
        jobs: Workers; -1 for one a core, or for all that a cluster has.
        backend: A backend of joblib; None works in this process if `jobs` is 1, else on `"loky"`.
        scheduler: Address of a Dask scheduler, such as `"tcp://10.0.0.1:8786"`; for `backend="dask"` only.
        warn: Called with one sentence when workers were lost.

    Raises:
        ModuleNotFoundError: If joblib or Dask is not installed.
        ValueError: If joblib does not know the backend.
        OSError: If the scheduler does not answer.
    """
    if backend is None and jobs == 1:
        yield from (work(chunk, task) for chunk in chunks)
        return
    from joblib import Parallel, effective_n_jobs, parallel_config

    name = backend or "loky"
    with _cluster(scheduler) if name == "dask" else nullcontext() as client:
        width = _CHUNKS_PER_JOB * (sum(client.ncores().values()) or 1 if client else effective_n_jobs(jobs))
        with parallel_config(backend=name):  # knows the backends that packages bring along; Parallel itself does not
            workers = Parallel(n_jobs=jobs, batch_size=1, pre_dispatch="all", return_as="generator")
        with workers as pool:
            failures = 0
            while window := list(islice(chunks, width)):
                finished = 0
                if failures < _MOST_FAILURES:
                    try:
                        with closing(_results(pool, window, task)) as results:
                            for done in results:
                                finished += 1
                                yield done
                        failures = 0
                    except (ModelLoadError, ImportError):
                        raise
                    except Exception as exc:  # noqa: BLE001 - every backend has its own way to say that a worker died
                        failures += 1
                        if warn is not None:
                            warn(_lost(exc, failures))
                yield from (work(chunk, task) for chunk in window[finished:])


def _results(pool: Any, window: list[Chunk], task: Task) -> Generator[Done, None, None]:
    from joblib import delayed

    results = pool(delayed(work)(chunk, task) for chunk in window)
    try:
        for done in results:  # noqa: UP028 - `yield from` would close `results`, which cancels
            yield done
    except GeneratorExit:
        # Whoever wrote the rows gave up. Cancelling what is in flight makes loky 3.6.0 print a traceback; this is at
        # most one window of work.
        for _ in results:
            pass
        raise


def _lost(exc: Exception, failures: int) -> str:
    where = "the rest is" if failures >= _MOST_FAILURES else "its rows are"
    return f"workers were lost ({type(exc).__name__}); {where} done in this process"


def _cluster(scheduler: str | None) -> AbstractContextManager[Any]:
    from distributed import Client

    if scheduler is None:
        msg = "backend 'dask' needs the address of a scheduler, such as tcp://127.0.0.1:8786"
        raise ValueError(msg)
    client: AbstractContextManager[Any] = Client(scheduler, timeout=10)
    return client
