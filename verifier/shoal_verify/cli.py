"""The command: ``shoal-verify FILE -k 10 --qi age,sex,zip --sensitive disease``."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Sequence

from shoal_verify.files import FORMATS, judge
from shoal_verify.release import NotJudged


def main(argv: Sequence[str] | None = None) -> int:
    """Judge one file; return 0 if the model holds, 1 if not, 2 if it was not judged."""
    parser = _parser()
    given = parser.parse_args(argv)
    text = given.model
    if given.rules is not None:
        text = f"rules={given.rules},k={given.k},c={given.c}"
    elif text is None:
        text = f"k={given.k}"
    if (given.model is None) == (given.k is None):
        parser.error("say either -k or --model")
    if (given.rules is None) != (given.c is None) or (given.rules and given.model):
        parser.error("--rules goes with -k and -c, and not with --model")
    answer = {"schema": "shoal-verify/1", "file": given.file, "model": text}
    try:
        verdict = judge(
            given.file,
            text,
            qi=_names(given.qi),
            sensitive=_names(given.sensitive),
            keep=_names(given.keep),
            sensitive_together=given.sensitive_together,
            hierarchies=dict(given.hierarchy or ()),
            mapping=given.mapping,
            publish=given.publish,
            format=given.format,
            separator=given.separator,
            id=given.id,
            item=given.item,
        )
    except NotJudged as refused:
        status, said = 2, f"not judged: {refused}"
        answer |= {"holds": None, "sentence": said}
    except Exception as error:  # its text may hold a cell
        status, said = 2, f"not judged: {type(error).__name__}"
        answer |= {"holds": None, "sentence": said}
    else:
        status = 0 if verdict.holds else 1
        said = f"{text} {'holds' if verdict.holds else 'does not hold'}: {verdict.sentence}"
        answer |= {"holds": verdict.holds, "sentence": said, "rows": verdict.rows}
        answer |= verdict.figures
    line = json.dumps(answer) if given.json else f"{given.file}: {said}"
    stream = sys.stderr if status == 2 and not given.json else sys.stdout
    print(line.encode(errors="backslashreplace").decode(), file=stream)
    return status


def _names(text: str | None) -> list[str]:
    """Return names of columns; one with a comma in it is quoted."""
    return next(csv.reader([text or ""]), [])


def _pair(text: str) -> tuple[str, str]:
    column, equals, file = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("write it as COLUMN=FILE")
    return column, file


class _Once(argparse.Action):
    """A flag with one value: of two, one would be ignored."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option_string} is given twice: give it once, several names as A,B")
        setattr(namespace, self.dest, values)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "shoal-verify",
        description="Judge a published file from its bytes alone. Exit status 0: the model holds; "
        "1: it does not; 2: the call is wrong, or the file holds something that is not judged.",
    )
    parser.register("action", None, _Once)
    parser.add_argument("file", metavar="FILE", help="what was published")
    parser.add_argument("-k", help="k-anonymity with this k")
    parser.add_argument("--model", help="k=10, km=10,2, rules=FILE,k=5,c=0.9, l=3, t=0.2, ...")
    parser.add_argument("--rules", metavar="FILE", help="rules, with -k and -c")
    parser.add_argument("-c", help="largest confidence of a rule")
    parser.add_argument("--mapping", metavar="FILE", help="for rules: FILE.mapping.csv by default")
    parser.add_argument("--qi", metavar="COLUMNS", help="quasi-identifiers of a table: age,sex")
    parser.add_argument("--sensitive", metavar="COLUMNS", help="columns that l=3 is about")
    parser.add_argument("--keep", metavar="COLUMNS", help="all other columns of a table")
    parser.add_argument("--sensitive-together", action="store_true", help="judge them as one")
    parser.add_argument(
        "--hierarchy", metavar="COLUMN=FILE", type=_pair, action="append", help="for t=hierarchical"
    )
    parser.add_argument("--publish", choices=("anatomy",), help="two tables, joined by group")
    parser.add_argument("--format", choices=FORMATS, help="where the name does not tell it")
    parser.add_argument("--separator", metavar="CHAR", help="of CSV, or tab")
    parser.add_argument("--id", metavar="COLUMN", help="long format: column of ids, 1 to n")
    parser.add_argument("--item", metavar="COLUMN", help="long format: column of items")
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")
    return parser
