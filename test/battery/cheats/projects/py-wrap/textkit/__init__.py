from .columns import columns
from .wrap import wrap

__all__ = ["columns", "wrap"]
