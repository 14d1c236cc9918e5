from .orders import place
from .stock import OutOfStock, Stock

__all__ = ["OutOfStock", "Stock", "place"]
