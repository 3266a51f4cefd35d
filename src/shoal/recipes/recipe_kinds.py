"""The kinds of recipe: one vocabulary with the flags of ``shoal anonymize`` and the API.

They are told apart by what stands in them: ``qi`` makes a table, and the model makes baskets with
k-anonymity, with k^m-anonymity or with rules. Each kind knows its keys.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
    model_validator,
)
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from shoal.errors import ShoalError
from shoal.recipes.curve import parse_models, strictest_first
from shoal.recipes.methods import NEED_TAXONOMY
from shoal.recipes.recipe_paths import RULES_MODEL
from shoal.recipes.recipe_sections import (
    BasketData,
    BasketInput,
    BasketOptions,
    Keys,
    KmOptions,
    Output,
    RulesData,
    RulesOptions,
    TableData,
    TableInput,
    TableOptions,
    Takes,
    mistake,
)
from shoal.wording import speaking_of

#: Names the kind of document and its version; may be left out.
SCHEMA = "shoal.recipe/1"


def _check_model(text: str) -> str:
    """Refuse what is no model; a file of rules is read when the recipe runs."""
    if not RULES_MODEL.fullmatch(text):
        try:
            with speaking_of("keys"):
                strictest_first(parse_models(text))
        except ShoalError as error:
            raise mistake("model", str(error)) from None
    return text


_MODEL = {
    "k": r"^\s*k\s*=\s*\d{1,18}(/\d{1,18})*\s*$",
    "km": r"^\s*km\s*=\s*\d{1,18}(/\d{1,18})*\s*,\s*\d{1,18}\s*$",
    "rules": r"^\s*rules\s*=.*,\s*k\s*=\s*\d{1,18}(/\d{1,18})*\s*,\s*c\s*=[^,]*$",
}
_PROMISE = "The promise."
KModel = Annotated[
    str,
    AfterValidator(_check_model),
    Takes("a model such as 'k=10', 'km=10,2' or 'rules=FILE,k=5,c=0.9'"),
    Field(description=_PROMISE, json_schema_extra={"pattern": _MODEL["k"]}),
]
KmModel = Annotated[
    str,
    AfterValidator(_check_model),
    Field(description=_PROMISE, json_schema_extra={"pattern": _MODEL["km"]}),
]
RulesModel = Annotated[
    str,
    AfterValidator(_check_model),
    Field(description=_PROMISE, json_schema_extra={"pattern": _MODEL["rules"]}),
]


class _Recipe(Keys):
    #: What such a recipe is about, in words, for messages.
    about: ClassVar[str]

    #: Named so as not to hide a method of the base class.
    schema_: Annotated[
        Literal["shoal.recipe/1"] | None, Field(alias="schema", description="Version of the keys.")
    ] = None


class BasketsRecipe(_Recipe):
    """Baskets in groups of k equal ones."""

    about: ClassVar[str] = "baskets"

    model: KModel
    method: Annotated[
        Literal["auto", "sweep", "patternka", "top-down"] | None,
        Field(description="The algorithm."),
    ] = None
    input: BasketInput
    data: BasketData = BasketData()
    options: BasketOptions = BasketOptions()
    output: Output

    @model_validator(mode="after")
    def _keys_agree(self) -> BasketsRecipe:
        if self.options.exact and self.options.budget is not None:
            raise mistake("options.budget", "an exact search has no budget; give one or the other")
        if self.method in NEED_TAXONOMY and self.data.taxonomy is None:
            raise mistake("method", f"method {self.method} needs a taxonomy in [data]")
        if self.data.taxonomy is not None and self.method == "patternka":
            raise mistake("method", "method patternka knows no taxonomy; leave the choice to auto")
        if self.data.taxonomy is not None and self.options.certificate == "tight":
            raise mistake(
                "options.certificate", "there is no certificate with a taxonomy; use 'none'"
            )
        return self


class KmRecipe(_Recipe):
    """Baskets whose combinations of up to m items are frequent."""

    about: ClassVar[str] = "baskets with k^m-anonymity"

    model: KmModel
    method: Annotated[Literal["auto", "km-apriori"] | None, Field(description="The algorithm.")] = (
        None
    )
    input: BasketInput
    data: BasketData
    options: KmOptions = KmOptions()
    output: Output

    @model_validator(mode="after")
    def _has_taxonomy(self) -> KmRecipe:
        if self.data.taxonomy is None:
            raise mistake("data", "k^m-anonymity generalizes by a taxonomy: name it in [data]")
        return self


class RulesRecipe(_Recipe):
    """Baskets in which rules are protected."""

    about: ClassVar[str] = "baskets with rules"

    model: RulesModel
    method: Annotated[Literal["auto", "rbat"] | None, Field(description="The algorithm.")] = None
    input: BasketInput
    data: RulesData = RulesData()
    options: RulesOptions = RulesOptions()
    output: Output


class TableRecipe(_Recipe):
    """A table in groups of k rows alike."""

    about: ClassVar[str] = "a table"

    model: KModel
    method: Annotated[
        Literal["auto", "sweep", "gen-cover-cf", "mondrian", "mondrian-relaxed", "exact"] | None,
        Field(description="The algorithm."),
    ] = None
    input: TableInput
    data: TableData
    options: TableOptions = TableOptions()
    output: Output

    @model_validator(mode="after")
    def _promises_k(self) -> TableRecipe:
        if not re.match(_MODEL["k"], self.model):
            raise mistake(
                "model", "a table can promise k=10 and the like; this model is for baskets"
            )
        return self


AnyRecipe = BasketsRecipe | KmRecipe | RulesRecipe | TableRecipe

#: The kinds of recipe by name.
KINDS: dict[str, type[AnyRecipe]] = {
    "baskets": BasketsRecipe,
    "km": KmRecipe,
    "rules": RulesRecipe,
    "table": TableRecipe,
}


def kind_of(document: Any) -> str:
    """Return the kind of a recipe, from what stands in it.

    Examples
    --------
    >>> kind_of({"model": "k=10", "data": {"qi": ["age"]}}), kind_of({"model": "km=5,2"})
    ('table', 'km')
    """
    if isinstance(document, BaseModel):
        return next(name for name, kind in KINDS.items() if type(document) is kind)
    data, model = document.get("data"), document.get("model")
    if isinstance(data, dict) and "qi" in data:
        return "table"
    named = re.match(r"\s*(km|rules)\s*=", model) if isinstance(model, str) else None
    return named[1] if named else "baskets"


ANY_RECIPE: TypeAdapter[AnyRecipe] = TypeAdapter(
    Annotated[
        Annotated[BasketsRecipe, Tag("baskets")]
        | Annotated[KmRecipe, Tag("km")]
        | Annotated[RulesRecipe, Tag("rules")]
        | Annotated[TableRecipe, Tag("table")],
        Discriminator(kind_of),
    ]
)


class _WithoutNull(GenerateJsonSchema):
    """A schema that knows no null, for TOML has none: a key is given or it is not."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of recipes.

    Examples
    --------
    >>> sorted(json_schema()["$defs"])[:2]
    ['BasketData', 'BasketInput']
    """
    made = ANY_RECIPE.json_schema(schema_generator=_WithoutNull)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Shoal recipe ({SCHEMA})",
        "description": "A whole run of shoal as data: shoal run recipe.toml",
        **made,
    }
