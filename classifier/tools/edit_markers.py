"""
What is printed when an edit fails? Phrases of str_replace-like editors, patch, git and diff libraries, as data.

Lower case, found with `in`. The languages are those that git, patch and the editors' users speak.
"""

from __future__ import annotations

from typing import Final

from classifier.tools.marks import Mark, Tool
from classifier.tools.taxonomy import ToolErrorCategory

__all__ = ["EDIT_TOOLS"]

_PATCH, _REPLACE = ToolErrorCategory.EDIT_PATCH_FAILURE, ToolErrorCategory.EDIT_REPLACE_FAILURE
_SCHEMA = ToolErrorCategory.SCHEMA_VALIDATION_FAILURE

EDIT_TOOLS: Final = (
    Tool("str_replace", (
        # A call whose arguments are not those of the tool has not got as far as looking for the text.
        Mark(_SCHEMA, ("inputvalidationerror", "required parameter", "missing required argument")),
        Mark(_REPLACE, (
            "string to replace", "text to replace", "old_string", "old_str", "oldstring", "exact chunk", "search block",
            "search/replace block", "searchreplacenoexactmatch", "did not appear verbatim",
            "no replacement was performed",
            "matches of the string to replace", "exact text to replace", "invalideditblock", "no edits were made",
            "search text", "search string", "find string", "replacement target", "replace target", "target text",
            "target string", "no changes to make", "are exactly the same", "file has not been read yet",
            "modified since read", "modified since it was last read", "snippet to replace", "replacetextindocument",
        )),
        Mark(_REPLACE, ("occurrence", "exactly one", "not unique", "multiple matches", "more than once",
                        "several places", "ambiguous"),
             ("expected", "found", "replace", "edit", "search", "string", "text", "snippet", "match")),
        Mark(_REPLACE, ("置換対象", "置換する文字列", "置換前の", "要替换的", "被替换", "待替换", "替换失败",
                        "要取代的", "替换文本",
                        "바꿀 문자열", "교체할 ", "reemplazar", "sustituir", "a remplacer", "à remplacer",
                        "zu ersetzen",
                        "заменяем", "для замены", "substituir", "da sostituire", "te vervangen", "do zamiany",
                        "do zastąpienia",
                        "ersättas", "değiştirilecek", "замінити", "cần thay", "att ersätta"),),
    ), ("edit", "multiedit", "str_replace", "str_replace_editor", "str_replace_based_edit_tool", "search_replace",
        "replace_in_file", "edit_file", "replace", "notebookedit", "text_editor",
        "string_replace"), otherwise=_REPLACE),
    Tool("patch", (
        Mark(_PATCH, ("patch: ****", "out of 1 hunk", "saving rejects to file", "only garbage was found in the patch",
                      "reversed (or previously applied) patch", "malformed patch at line")),
        Mark(_PATCH, ("hunk",), ("failed", "reject", "ignored", "mismatch", "does not", "shorter", "longer", "invalid",
                                 "unexpected", "cannot", "could not", "no match")),
    ), ("patch",), ("unidiff", "whatthepatch", "patch_ng", "jsonpatch", "diff_match_patch"), otherwise=_PATCH),
    Tool("git apply", (
        Mark(_PATCH, ("patch does not apply", "error: patch failed", "corrupt patch at", "no valid patches in input",
                      "does not match index", "patch fragment without header", "unrecognized input",
                      "patch format detection",
                      "repository lacks the necessary blob", "could not build fake ancestor", "while searching for:",
                      "does not exist in index", "already exists in working directory", "sha1 information is lacking")),
        Mark(_PATCH, ("conflict (content)", "conflict (add/add)", "conflict (modify/delete)", "conflict (rename",
                      "automatic merge failed", "could not apply ", "merge conflict in",
                      "after resolving the conflicts")),
    ), ("git apply", "git am", "git cherry-pick", "git rebase", "git merge", "git stash pop", "git stash apply",
        "git revert"),
       otherwise=_PATCH),
    Tool("apply_patch", (
        Mark(_PATCH, ("invalid context", "failed to find expected lines", "failed to find context", "invalid patch",
                      "begin patch", "apply_patch verification failed", "expected lines in", "unified diff",
                      "invalid diff",
                      "diff does not apply", "context lines", "context mismatch", "malformed diff", "malformed patch")),
    ), ("apply_patch", "applypatch", "apply_diff"), otherwise=_PATCH),
)  # fmt: skip
