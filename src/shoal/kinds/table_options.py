"""The options of tables, each declared once: columns and their roles, recoding, limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from shoal.data.node_costs import MEASURES
from shoal.kinds.baskets import FORMAT, SEPARATOR
from shoal.options import Option, pairs, share

Name = Annotated[str, Field(min_length=1)]
Names = Annotated[list[Name], Field(min_length=1)]
Recoding = Literal["auto", "bands", "hierarchy", "range", "set"]


def _columns(
    name: str, help: str, metavar: str = "COLUMNS", objects: tuple[type, ...] = ()
) -> Option:
    """Return an option that takes names of columns."""
    return Option(
        name,
        Names,
        takes='a list of columns, such as ["age", "sex"]',
        help=help,
        metavar=metavar,
        section="data",
        objects=objects,
        typed="names of columns, such as age,sex",
    )


QI = _columns(
    "qi",
    "The input is a table, and these are its quasi-identifiers: age,sex,zip.",
    objects=(Mapping,),
)
SENSITIVE = _columns(
    "sensitive", "Columns of a table that must not be learnt; published as they are.", "NAMES"
)
SENSITIVE_TOGETHER = Option(
    "sensitive_together",
    bool,
    takes="true or false",
    help="Judge all sensitive columns as one: their combination is protected, none of them alone.",
    section="data",
    default=False,
)
KEEP = _columns("keep", "Other columns to publish as they are.")
PERSON = Option(
    "person",
    Name,
    takes="the name of a column",
    help="The column of a table that says whom a row is about; k counts persons.",
    metavar="COLUMN",
    section="data",
)
CLASS = Option(
    "class_",
    Name,
    takes="the name of a column",
    help="The column that is to be predicted, published as it is; the loss then has the "
    "classification metric (CM).",
    metavar="NAME",
    section="data",
    key="class",
)
HIERARCHIES = Option(
    "hierarchies",
    Name | dict[Name, Name],
    takes="a folder, a file, or a file for each column",
    typed="a folder or a file",
    help="Folder of hierarchies, a file for each column: age.csv.",
    metavar="FOLDER",
    section="data",
    objects=(Mapping,),
    files="all",
)
RECODING = Option(
    "recoding",
    Recoding | dict[Name, Recoding],
    takes="'auto', 'bands', 'hierarchy', 'range' or 'set', or one of them for each column",
    typed="auto, bands, hierarchy, range or set, or one of them for each column, such as age=range",
    help="What a group's cell is: auto (the hierarchy, or else bands), bands, hierarchy, range or "
    "set; also age=range,sex=set.",
    metavar="NAME",
    section="data",
    default="auto",
    parse=lambda text: pairs(text) if "=" in text else text,
)
CATEGORICAL = _columns("categorical", "Columns to treat as categories.")
NUMERIC = _columns("numeric", "Columns to treat as numbers.")
DATES = Option(
    "dates",
    dict[Name, Literal["dmy", "mdy"]],
    takes="'dmy' or 'mdy' for each column, such as { admission = \"dmy\" }",
    typed="dmy or mdy for each column, such as admission=dmy",
    help="Which comes first in dates that leave it open, day or month: admission=dmy.",
    metavar="ORDERS",
    section="data",
)
DERIVE = Option(
    "derive",
    dict[Name, Name],
    takes='a column and a day for each name, such as { age = "birth_date@2024-12-31" }',
    typed="a column and a day for each name, such as age=birth_date@2024-12-31",
    help="Further columns, whole years from a date to a day: age=birth_date@2024-12-31.",
    metavar="COLUMNS",
    section="data",
)
WEIGHTS = Option(
    "weights",
    dict[Name, Annotated[float, Field(gt=0)]],
    takes="a positive number for each column, such as { age = 2, sex = 0.5 }",
    typed="a positive number for each column, such as age=2,sex=0.5",
    help="How much columns count: age=2,sex=0.5.",
    metavar="WEIGHTS",
    section="data",
)
SAVE_HIERARCHIES = Option(
    "save_hierarchies",
    Name,
    takes="a folder",
    help="Folder for the hierarchies that were built, a private file for each column.",
    metavar="FOLDER",
    section="output",
    files="all",
)
MAX_LEVEL = Option(
    "max_level",
    dict[Name, Annotated[int, Field(ge=0)]],
    takes="a whole number for each column, such as { age = 3 }",
    typed="a whole number for each column, such as age=3",
    help="Highest level of a hierarchy to publish: age=3; values are level 0.",
    metavar="LEVELS",
    section="data",
)
MINIMIZE = Option(
    "minimize",
    Literal[tuple(MEASURES)],
    takes="'lm', 'ncp', 'entropy' or 'tree'",
    typed="lm, ncp, entropy or tree",
    help="The measure that the search minimizes and the certificate bounds: lm, ncp, entropy or "
    "tree.",
    metavar="MEASURE",
    default="lm",
)
SUPPRESSION_LIMIT = Option(
    "suppression_limit",
    Annotated[float, Field(ge=0, le=1)],
    takes="a share of the rows from 0 to 1, such as 0.05 or 5%",
    help="Share of rows that may be suppressed: 5%.",
    metavar="SHARE",
    parse=share,
)
#: What matters to a verifier: how a file is read, what is compared, whose rows they are.
JUDGED_BY = (FORMAT, SEPARATOR, QI, PERSON, SENSITIVE, SENSITIVE_TOGETHER, HIERARCHIES)

OPTIONS = (
    FORMAT,
    SEPARATOR,
    QI,
    SENSITIVE,
    SENSITIVE_TOGETHER,
    KEEP,
    PERSON,
    CLASS,
    HIERARCHIES,
    RECODING,
    CATEGORICAL,
    NUMERIC,
    DATES,
    DERIVE,
    WEIGHTS,
    MAX_LEVEL,
    SAVE_HIERARCHIES,
    MINIMIZE,
    SUPPRESSION_LIMIT,
)
