"""Deep: a curve over a curve. The kernels of its layers stand one beside the other; together they
are no covariance but a model, which ``inference/deep`` learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NoReturn, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.binding import Group, Option
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.family import MODELS
from gpstudio.core.kernels.kernel import Capability, Kernel, Scaled
from gpstudio.core.kernels.wrapper import Wrapper
from gpstudio.core.language import Expression
from gpstudio.core.spec import Parameter, Setting, Spec, choice, integer
from gpstudio.translation import tr

Carried: TypeAlias = Literal["added", "beside", "once"]
MOST_LAYERS, MOST_WIDE = 5, 30
CARRIED: dict[str, str] = {
    "added": tr("Hidden curves swing about the inputs"),
    "beside": tr("Every layer sees the inputs too"),
    "once": tr("The first layer alone sees them"),
}


@MODELS.register
class Deep(Wrapper):
    """f(x) = f_L(h_{L−1}(x)), h_l(x) = x + f_l(h_{l−1}(x)) or f_l alone, each f_l a Gaussian
    process with the kernel of its layer, the first one next to the inputs."""

    spec = Spec(
        "deep",
        tr("Deep"),
        tr(
            "A curve over a curve: each layer bends the input of the next, so that it is quick "
            "here and slow there, or jumps."
        ),
        (
            Parameter(
                "layers", tr("Layers"), tr("Their kernels, that of the inputs first."), "kernel",
                several=True,
            ),
            choice("inputs", tr("Inputs"), tr("What hidden layers know of the inputs."), CARRIED),
            integer(
                "width",
                tr("Width"),
                tr("How many curves a hidden layer has; 0: as many as there are inputs."),
                0,
                low=0,
                high=MOST_WIDE,
            ),
        ),
        formula="f(x) = f₂(x + f₁(x))",
    )  # fmt: skip
    carries_variance = True
    parts_are_terms = True

    @classmethod
    def made(
        cls,
        numbers: tuple[Group, ...],
        options: Mapping[str, Option],
        build: Callable[[Expression], Kernel],
    ) -> Kernel:
        found = super().made(numbers, options, build)
        if not 1 <= len(found.parts) <= MOST_LAYERS:
            raise InputError(
                tr(
                    "'deep' takes the kernels of 1 to {most} layers, as in deep(rbf, rbf).",
                    most=MOST_LAYERS,
                )
            )
        return found

    @property
    def offers(self) -> frozenset[Capability]:
        return frozenset({"layers"})

    @property
    def carried(self) -> Carried:
        return str(self.options["inputs"])  # type: ignore[return-value]

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        """A hidden curve is measured as the inputs are, or in no unit."""
        unit = "input²" if self.carried == "added" else ""
        *hidden, last = self.parts
        inner = [
            (replace(parameter, unit=unit) if parameter.role == "variance" else parameter, setting)
            for part in hidden
            for parameter, setting in part.settings
        ]
        return (*inner, *last.settings)

    def widths(self, inputs: int) -> tuple[int, ...]:
        """How many curves each layer has."""
        hidden = int(float(str(self.options["width"]))) or inputs
        return (*(hidden,) * (len(self.parts) - 1), 1)

    def seen(self, inputs: int) -> tuple[int, ...]:
        """How many inputs each layer's kernel has."""
        beside = inputs if self.carried == "beside" else 0
        return (inputs, *(width + beside for width in self.widths(inputs)[:-1]))

    def resized(self, resize: Callable[[Kernel], Kernel]) -> Kernel:
        """Hidden layers are not measured as readings are."""
        *hidden, last = self.inside
        return replace(self, inside=(*hidden, resize(last)))

    def with_terms(self, sized: Callable[[Kernel], Kernel]) -> Kernel:
        """Where hidden curves have no unit, their size and the next layer's lengths are one number:
        then they are of size one."""
        if self.carried == "added":
            return super().with_terms(sized)
        *hidden, last = self.inside
        plain = tuple(
            part if _is_sized(part) else Scaled(Setting(1.0, True), part) for part in hidden
        )
        return replace(self, inside=(*plain, sized(last)))

    def check(self, inputs: int) -> None:
        for part, seen in zip(self.parts, self.seen(inputs), strict=True):
            part.check(seen)

    def block(self, a: Floats, b: Floats) -> Floats:
        self._no_covariance()

    def diagonal(self, a: Floats) -> Floats:
        self._no_covariance()

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        self._no_covariance()

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        self._no_covariance()

    def _no_covariance(self) -> NoReturn:
        raise InputError(tr("'deep' is a whole model: its layers together have no covariance."))


def _is_sized(part: Kernel) -> bool:
    return isinstance(part, Scaled) or getattr(part, "carries_variance", False)
