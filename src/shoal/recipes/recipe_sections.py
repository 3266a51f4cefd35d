"""The sections of a recipe and their keys: names of flags and of the API's parameters."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from shoal.engines.local import MOST_THREADS
from shoal.engines.memory import parse_size
from shoal.errors import ShoalError
from shoal.io.formats import as_separator


class Takes(NamedTuple):
    """What a key takes, in words, for messages."""

    words: str


class Keys(BaseModel):
    """Keys of one section; all others are refused, and no value is bent to fit."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


def mistake(key: str, sentence: str) -> PydanticCustomError:
    """Return an error about a key that the place of the check does not tell."""
    return PydanticCustomError("recipe", "{sentence}", {"key": key, "sentence": sentence})


def _check_size(size: int | str | None) -> int | str | None:
    if size is not None:
        try:
            parse_size(size)
        except ShoalError:
            raise ValueError from None
    return size


def _check_separator(text: str) -> str:
    try:
        as_separator(text)
    except ShoalError:
        raise ValueError from None
    return text


def _check_from_file(text: Any) -> Any:
    if isinstance(text, str) and not re.fullmatch(r"@.+", text):
        raise ValueError
    return text


Name = Annotated[str, Field(min_length=1)]
Names = Annotated[list[Name], Field(min_length=1)]
Separator = Annotated[str, AfterValidator(_check_separator), Field(min_length=1)]
FilePath = Annotated[str, Field(min_length=1)]
Columns = Annotated[Names | None, Takes('a list of columns, such as ["age", "sex"]')]
Weight = Annotated[float, Field(ge=0)]


class TableInput(Keys):
    """What to read."""

    path: Annotated[
        FilePath,
        Takes("the path of a file"),
        Field(description="The file to read; relative to the recipe."),
    ]
    format: Annotated[
        str | None,
        Takes("the name of a format, such as 'csv' or 'parquet'"),
        Field(description="Its format, where it cannot be recognised."),
    ] = None
    separator: Annotated[
        Separator | None,
        Takes("'tab' or one character such as ';' or '|', but no letter, digit or quote"),
        Field(description="What separates the items or cells of a CSV line."),
    ] = None


class BasketInput(TableInput):
    """What to read."""

    column: Annotated[
        Name | None,
        Takes("the name of a column"),
        Field(description="The list column of a Parquet or Arrow file."),
    ] = None
    id: Annotated[
        Name | None,
        Takes("the name of a column"),
        Field(description="Of the long format: the column that says whose item it is."),
    ] = None
    item: Annotated[
        Name | None,
        Takes("the name of a column"),
        Field(description="Of the long format: the column of the items."),
    ] = None


class Output(Keys):
    """What to write."""

    path: Annotated[
        FilePath,
        Takes("the path of a file"),
        Field(description="Where the release goes; relative to the recipe, replaced if it exists."),
    ]
    report: Annotated[
        FilePath | None,
        Takes("the path of a file, such as 'report.html'"),
        Field(description="Where the report goes."),
    ] = None


class TableData(Keys):
    """Roles of columns."""

    qi: Annotated[
        Names,
        Takes('a list of columns, such as ["age", "sex"]'),
        Field(description="The quasi-identifiers; they make the input a table."),
    ]
    sensitive: Annotated[
        Columns, Field(description="What must not be learnt; published as it is.")
    ] = None
    keep: Annotated[Columns, Field(description="Other columns to publish as they are.")] = None
    person: Annotated[
        Name | None,
        Takes("the name of a column"),
        Field(description="The column that says whom a row is about; k counts persons."),
    ] = None
    hierarchies: Annotated[
        FilePath | dict[Name, FilePath] | None,
        Takes("a folder, a file, or a file for each column"),
        Field(description="Folder of hierarchies, a file for each column; or files by column."),
    ] = None
    recoding: Annotated[
        Literal["auto", "hierarchy", "range", "set"]
        | dict[Name, Literal["auto", "hierarchy", "range", "set"]]
        | None,
        Takes("'auto', 'hierarchy', 'range' or 'set', or one of them for each column"),
        Field(description="What a group's cell is, for all columns or by column."),
    ] = None
    categorical: Annotated[Columns, Field(description="Columns to take for categories.")] = None
    numeric: Annotated[Columns, Field(description="Columns to take for numbers.")] = None
    weights: Annotated[
        dict[Name, Weight] | None,
        Takes("a number for each column, such as { age = 2, sex = 0.5 }"),
        Field(description="How much columns count."),
    ] = None
    max_level: Annotated[
        dict[Name, Annotated[int, Field(ge=0)]] | None,
        Takes("a whole number for each column, such as { age = 3 }"),
        Field(description="Highest level of a hierarchy to publish, by column."),
    ] = None


class BasketData(Keys):
    """What is known about the items."""

    taxonomy: Annotated[
        FilePath | None,
        Takes("the path of a file"),
        Field(description="Hierarchy of the items, a line for each: tea;drinks;*."),
    ] = None


class RulesData(Keys):
    """What is known about the items."""

    sensitive: Annotated[
        Names | None,
        Takes('a list of items, patterns or files, such as ["flu", "hiv*", "@secret.txt"]'),
        Field(description="Items that are published intact; those in consequents by default."),
    ] = None
    weights: Annotated[
        dict[Name, Weight] | str | None,
        AfterValidator(_check_from_file),
        Takes("a number for each item, such as { beer = 2 }, or '@FILE'"),
        Field(description="How much items count, or the file that says so: @FILE."),
    ] = None


class Options(Keys):
    """How to do it, whatever the data."""

    threads: Annotated[
        int | None,
        Takes(f"a whole number from 1 to {MOST_THREADS:,}"),
        Field(description="Threads to use; never changes the result.", ge=1, le=MOST_THREADS),
    ] = None
    time_limit: Annotated[
        float | None,
        Takes("a positive number of seconds"),
        Field(description="Emergency stop, in seconds; the release is not repeatable.", gt=0),
    ] = None
    memory_limit: Annotated[
        int | str | None,
        AfterValidator(_check_size),
        Takes("a number of bytes, or a size such as '500M' or '4G'"),
        Field(description="Memory to use at most."),
    ] = None
    keep_order: Annotated[
        bool | None,
        Takes("true or false"),
        Field(description="Publish in the input's order, with a warning."),
    ] = None


class ProvedOptions(Options):
    """How to do it, where a tight bound is known."""

    certificate: Annotated[
        Literal["quick", "tight", "none"] | None,
        Field(description="What is proved; tight is slower, and the sweep then loses less."),
    ] = None


class TableOptions(ProvedOptions):
    """How to do it."""

    suppression_limit: Annotated[
        float | None,
        Takes("a share of the rows from 0 to 1, such as 0.05"),
        Field(description="Share of rows that may be suppressed.", ge=0, le=1),
    ] = None


Seed = Annotated[
    int | None,
    Takes("a whole number from 0 to 2^64 - 1"),
    Field(description="Makes every choice left open.", ge=0, lt=2**64),
]


class KmOptions(Options):
    """How to do it."""

    certificate: Annotated[
        Literal["quick", "none"] | None,
        Field(description="There is none for such a release."),
    ] = None
    seed: Seed = None


class BasketOptions(ProvedOptions):
    """How to do it."""

    seed: Seed = None
    budget: Annotated[
        int | None,
        Takes("a whole number of search nodes, at least 1"),
        Field(description="Search nodes to spend.", ge=1, lt=2**63),
    ] = None
    exact: Annotated[
        bool | None,
        Takes("true or false"),
        Field(description="No search budget: every group proved longest."),
    ] = None


class RulesOptions(KmOptions):
    """How to do it."""

    alpha: Annotated[
        Annotated[int, Field(ge=1, lt=2**31)] | Literal["full"] | None,
        Takes("a whole number of at least 1, or 'full'"),
        Field(description="Rounds of a split."),
    ] = None
    gamma: Annotated[
        int | None,
        Takes("a whole number of at least 1"),
        Field(description="Rounds of a check; never changes the release.", ge=1, lt=2**31),
    ] = None
    queries: Annotated[
        Annotated[int, Field(ge=1)] | FilePath | None,
        Takes("a whole number of at least 1, or the path of a file"),
        Field(description="Random queries to measure the error of counts by, or a file of them."),
    ] = None
    query_items: Annotated[
        int | None,
        Takes("a whole number from 0 to 1,000"),
        Field(description="Public items of a random query.", ge=0, le=1000),
    ] = None
