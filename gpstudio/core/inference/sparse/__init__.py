"""Curves through a few inducing inputs, by sparse variational inference: for 10⁵ rows and more.

With u the curve at inducing inputs Z and K_zz = L Lᵀ, u = L v with v standard normal beforehand
(*whitened*: what is believed of v stays of use while the kernel's numbers move). Of the readings
is kept what they make of v, q(v) = N(m, S), and the bound (Hensman, Matthews & Ghahramani 2015)

    log evidence ≥ Σᵢ wᵢ E_{q(fᵢ)} log p(yᵢ | fᵢ) − KL(q(v) ‖ N(0, I)),

a sum over readings, so that a few of them at a time tell where it rises.

- ``basis.py``: Z with the factor of K_zz; what an input sees of v, and slopes back to kernel and Z.
- ``belief.py``: q(v) by its natural numbers, in which a step to where readings ask is a mixture.
- ``layer.py``: several curves together: their moments at inputs, and how pulls on these come back
  to beliefs, numbers, places and inputs. Layers may stand one upon the other.
- ``bound.py``: the bound on readings, and the belief that is best for given numbers.
- ``walk.py``: numbers and places learnt on some readings at a time.
"""
