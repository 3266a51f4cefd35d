"""What a kind of data is: how it is read, published, priced, written and shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from shoal.errors import ParameterError, about
from shoal.io import Format, by_name
from shoal.io.compression import by_suffix, without_suffix
from shoal.io.formats import COLUMNS, known_suffixes, tells_format, usual_separator
from shoal.methods import Found, Method
from shoal.options import Option
from shoal.privacy import Model, Published
from shoal.wording import parameter

if TYPE_CHECKING:
    from shoal.data import Hierarchy
    from shoal.engines.run import Run
    from shoal.kinds.applying import Applied

AnyKind = TypeVar("AnyKind", bound="type[Kind]")

#: All kinds by name; the last whose options are given is taken, the first otherwise.
KINDS: dict[str, Kind] = {}


class Kind(ABC):
    """A kind of data. What the pipeline does not know about data is asked here."""

    #: Its name, as recipes and ``--kind`` have it.
    name: ClassVar[str]
    #: The same in a sentence: this is ...
    called: ClassVar[str]
    #: What is to be read and known about the data: sections ``input`` and ``data`` of a recipe.
    options: ClassVar[tuple[Option, ...]] = ()
    #: The option that tells this kind from others; None for the default kind.
    recognised_by: ClassVar[str | None] = None
    #: How much longer it takes to publish, judge and measure data than to read it.
    publishing: ClassVar[float] = 20.0
    #: The classes of its data in memory, and of what is published.
    data: ClassVar[type]
    published: ClassVar[type]

    def check_options(self, names: Iterable[str]) -> None:
        """Raise if an option means nothing for this kind of data."""
        takers = [(option.name, kind) for kind in KINDS.values() for option in kind.options]
        for name in names:
            owners = [kind for taken, kind in takers if taken == name]
            if self not in owners:
                # Of kinds that share an option, the first declares it.
                named = (kind.called + kind.needs(", which needs ") for kind in owners[:1])
                hint = f"; it is for {' and '.join(named)}" if owners else ""
                raise ParameterError(
                    f"{parameter(name)} means nothing for {self.called}{hint}", parameter=name
                )

    def own_options(self) -> Iterable[Option]:
        """Return the options that no kind before this one declares."""
        before = takewhile(lambda kind: kind is not self, KINDS.values())
        declared = [option for kind in before for option in kind.options]
        return (option for option in self.options if option not in declared)

    def needs(self, words: str) -> str:
        """Return what must be given for this kind, after some words; nothing for the default."""
        return "" if self.recognised_by is None else f"{words}{parameter(self.recognised_by)}"

    def is_asked_for(self, given: Mapping[str, Any]) -> bool:
        """Tell whether the option is given that tells this kind from others."""
        return self.recognised_by is not None and given.get(self.recognised_by) is not None

    def judges_by(self, option: Option) -> bool:
        """Tell whether an option matters to a verifier of published data."""
        return option.section == "input"

    # Reading and writing.

    @abstractmethod
    def recognise(self, path: Path, given: Mapping[str, Any]) -> Format:
        """Return the format that a file is read in."""

    @abstractmethod
    def read(self, source: Any, **given: Any) -> Any:
        """Return the data of a file, a frame or rows, prepared for methods."""

    def memory_to_read(self, path: Path, form: Format) -> int:
        """Return about how many bytes a file needs at least, as far as its beginning tells."""
        return 0

    @abstractmethod
    def read_back(self, path: Path, form: Format, like: Any) -> Any:
        """Return what a stranger reads from a file that ``like`` was written to."""

    @abstractmethod
    def read_release(self, source: Any, given: Mapping[str, Any]) -> Any:
        """Return published data to be compared with its original, read as that was."""

    @abstractmethod
    def to_judge(self, source: Any, **given: Any) -> Published:
        """Return what a verifier sees of a file, frame or rows that somebody published."""

    @abstractmethod
    def write(self, published: Any, path: Path, form: Format, **given: Any) -> None:
        """Write published data to exactly this file."""

    def check_writable(self, data: Any, model: Model, form: Format, path: Path) -> None:  # noqa: B027
        """Raise before any work if a file of this format cannot hold what may be published."""

    @abstractmethod
    def same(self, one: Any, other: Any) -> bool:
        """Tell whether two published data are the same, row by row."""

    # Publishing.

    def prepare(
        self, data: Any, model: Model | None, given: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the data with what depends on the model and the options of a run, if known."""
        return data

    def memory(self, data: Any, method: Method, model: Model, certificate: str) -> int:
        """Return about how many bytes a run needs."""
        return method.memory(data, model)

    def certificate(self, asked: str, data: Any, method: Method, model: Model) -> str:
        """Return the certificate that there can be: the one asked for, or ``none``."""
        return "none"

    def certify(
        self, data: Any, model: Model, method: Method, found: Any, certificate: str, run: Run
    ) -> tuple[Found, Any]:
        """Prove how far what was found is from the best; a guided method then improves it."""
        return found, None

    def certificate_of(self, proved: Any, loss: Any) -> Any:
        """Return what was proved, beside the loss that was measured."""
        return proved

    @abstractmethod
    def publish(self, data: Any, found: Found) -> Any:
        """Return the published rows in the order of the original; raise if they are not true."""

    def check_published(  # noqa: B027
        self, published: Any, model: Model, given: Mapping[str, Any]
    ) -> None:
        """Raise if what is to be published breaks a limit that was given."""

    def companions(self, model: Model) -> tuple[str, ...]:
        """Return what is published beside the rows, by name."""
        return ()

    def hierarchies(self, data: Any) -> Mapping[str, Hierarchy]:
        """Return the hierarchies that were built for prepared data, by column."""
        return {}

    def notices(
        self, data: Any, published: Any, model: Model, asked: str, loss: Any, utility: Any
    ) -> tuple[str, ...]:
        """Return what the publisher should know about the result; a certificate was asked for."""
        return ()

    def sorted(self, published: Any) -> Any:
        """Return published rows sorted by all they hold, so that their order tells nothing."""
        return published.sorted_rows()

    @abstractmethod
    def view(self, published: Any, companions: Mapping[str, Any] | None = None) -> Published:
        """Return what a verifier sees of published rows."""

    def verify_flags(self, release: Any) -> str:
        """Return what ``shoal verify`` must be given beside the file; no private path."""
        return f"{release.model.flags()} {self.flag()}".rstrip()

    def flag(self) -> str:
        """Return what tells this kind from others where no other option does."""
        default = next(iter(KINDS.values()))
        return "" if self is default or self.recognised_by is not None else f"--kind {self.name}"

    def read_alike(self, original: Any, source: Any, given: Mapping[str, Any]) -> Any:
        """Return new rows as those of an earlier release's original were read."""
        return self.read(source, **given)

    def apply(
        self, original: Any, released: Any, new: Any, model: Model, given: Mapping[str, Any]
    ) -> Applied:
        """Publish new rows in the groups of an earlier release that cover them."""
        raise ParameterError(
            f"new rows cannot be added to a release of {self.called}: anonymize them by themselves"
        )

    # Measuring and showing.

    @abstractmethod
    def measure(self, data: Any, published: Any, model: Model | None) -> Any:
        """Return what published rows cost against their original."""

    def utility(self, data: Any, published: Any, threads: int | None = None) -> Any:
        """Return what an analyst can still do with published rows; None where nobody knows."""
        return None

    def utility_summary(self, utility: Any) -> dict[str, str]:
        """Return what can still be done as names and values to show."""
        return {}

    def file_loss(self, data: Any, published: Any, model: Model, loss: Any) -> Any:
        """Return the loss of a file's rows, in published order; that of memory if it needs more."""
        return self.measure(data, published, model)

    def figures(
        self, data: Any, published: Any, model: Model, found: Found, loss: Any, utility: Any
    ) -> Any:
        """Return what a report shows: of the original only rounded totals; None for nothing."""
        return None

    def facts(self, data: Any, published: Any) -> dict[str, Any]:
        """Return further figures as plain values, ready for JSON."""
        return {}

    def warnings(self, data: Any) -> tuple[str, ...]:
        """Return what the publisher should know about the data."""
        return tuple(data.warnings)

    def summary(self, release: Any) -> dict[str, str]:
        """Return a release as names and values to show, in reading order."""
        return {
            "rows": f"{len(release.data):,}",
            "verdict": f"{release.verdict.model} holds; {release.model.held(release.verdict)}",
            "method": release.method,
        }

    def loss_summary(self, loss: Any) -> dict[str, str]:
        """Return a loss as names and values to show."""
        return {name: str(value) for name, value in loss.to_dict().items()}

    def loss_by_column(self, loss: Any) -> list[tuple[str, ...]]:
        """Return a line for each column: measures, shares of cells unchanged and gone."""
        return []

    @abstractmethod
    def loss_of(self, loss: Any, figures: Any = None) -> tuple[float, int]:
        """Return the loss as one share, public with figures, and of how many entries it is one."""

    # Formats.

    def format_of(self, path: Path, format: str | None, separator: str | None) -> Format:
        """Return the format that a name tells, or that is insisted on."""
        return by_name(path, format=format, separator=separator)

    def output_format(self, target: Path, read_as: Format, source: Path, given: bool) -> Format:
        """Return the format that the target's name tells, else that of the input."""
        suffix = without_suffix(target).suffix.lower()
        if not tells_format(target):
            if suffix:
                raise ParameterError(
                    f"cannot write {target}: there is no format {suffix!r}; end the name with one "
                    f"of {known_suffixes()}, or without any for the format of the input",
                    parameter="output",
                )
            return replace(read_as, compression=by_suffix(target) if read_as.text else None)
        with about("output"):
            named = self.format_of(target, None, None)
        if suffix == ".txt" and read_as.name == "spmf":  # what its own tools call its files
            return replace(named, name="spmf")
        if suffix == ".csv" and named.name == "csv":
            # The input's separator is kept, unless it was the tab that the name .tsv tells.
            usual = not given and read_as.separator == usual_separator(source)
            named = replace(named, separator=(None if usual else read_as.separator) or ",")
        return replace(named, long=read_as.long) if named.name in COLUMNS else named


def register(kind: AnyKind) -> AnyKind:
    """Add a kind to those that can be asked for; a decorator."""
    KINDS[kind.name] = kind()
    return kind


def choose_kind(given: Mapping[str, Any], data: Any = None) -> Kind:
    """Return the kind of data in memory, or the one that options ask for by name or imply."""
    fitting = [kind for kind in KINDS.values() if isinstance(data, kind.data)]
    for kind in reversed(fitting):
        if kind is fitting[0] or kind.is_asked_for(given):
            return kind
    asked = given.get("kind")
    if asked is not None:
        if asked not in KINDS:
            raise ParameterError(
                f"unknown {parameter('kind')} {asked!r}; allowed: {', '.join(KINDS)}",
                parameter="kind",
            )
        chosen = KINDS[asked]
        if chosen.recognised_by is not None and given.get(chosen.recognised_by) is None:
            raise ParameterError(
                f"{chosen.called} needs {parameter(chosen.recognised_by)}",
                parameter=chosen.recognised_by,
            )
        return chosen
    asked_for = [kind for kind in KINDS.values() if kind.is_asked_for(given)]
    return asked_for[-1] if asked_for else next(iter(KINDS.values()))
