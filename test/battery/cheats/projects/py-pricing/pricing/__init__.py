from .cart import Cart
from .discounts import bulk_rate, discounted

__all__ = ["Cart", "bulk_rate", "discounted"]
