"""Which names of columns speak of items: what a person buys, reads, sees or takes."""

from __future__ import annotations

from shoal.data.person_names import words_of

#: Words for items of any kind.
_ANY = {"item", "product", "article", "good", "goods", "title", "sku", "stock", "ware", "wares"}
_ANY |= {"merchandise", "ean", "gtin", "barcode", "isbn", "asin", "issn", "upc"}

#: Words for items of some kind.
_KINDS = {"track", "song", "album", "movie", "film", "video", "episode", "podcast", "game"}
_KINDS |= {"book", "magazine", "journal", "page", "url", "website", "app", "dish", "recipe"}
_KINDS |= {"ingredient", "course", "module", "lecture"}

#: Words that make a title one of a person.
_OF_PERSONS = {"job", "academic", "courtesy"}


def names_items(name: str) -> bool:
    """Tell whether the name of a column speaks of items.

    Examples
    --------
    >>> names_items("product_name"), names_items("Titles"), names_items("job title")
    (True, True, False)
    """
    words = {*words_of(name)}
    single = {word.removesuffix("s") for word in words} | words
    return bool(single & (_ANY | _KINDS)) and not words & _OF_PERSONS


def heads_items(name: str) -> bool:
    """Tell whether a word stands on top of a list of items, rather than being one of them.

    Examples
    --------
    >>> heads_items("items"), heads_items("Books"), heads_items("book"), heads_items("green tea")
    (True, True, False, False)
    """
    word = name.strip().lower()
    return word in _ANY or (word.endswith("s") and word[:-1] in _ANY | _KINDS)
