"""How Hypothesis runs here: no deadlines, because these machines are noisy."""

from hypothesis import HealthCheck, settings

settings.register_profile("barragoon", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("barragoon")
