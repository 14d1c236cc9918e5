from dataclasses import dataclass, field


@dataclass
class Item:
    sku: str
    price: float
    quantity: int = 0
    tags: list = field(default_factory=list)

    @property
    def value(self):
        return self.price * self.quantity


class OutOfStock(Exception):
    pass
