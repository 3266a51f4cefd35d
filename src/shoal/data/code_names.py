"""Which names of columns speak of digits that are names, not numbers."""

from __future__ import annotations

from shoal.data.person_names import words_of

#: Words in names of such columns.
_CODES = {"zip", "zipcode", "postcode", "postal", "plz"}


def names_codes(name: str) -> bool:
    """Tell whether a column is called as those of postcodes are: their digits are no amount.

    Examples
    --------
    >>> names_codes("ZIP code"), names_codes("age")
    (True, False)
    """
    return bool(_CODES & {*words_of(name)})
