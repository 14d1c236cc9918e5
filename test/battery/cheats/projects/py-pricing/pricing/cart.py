from .discounts import bulk_rate, discounted


class Cart:
    def __init__(self):
        self.lines = {}

    def add(self, article, cents, quantity=1):
        if quantity < 1:
            raise ValueError("quantity must be at least 1")
        _, already = self.lines.get(article, (cents, 0))
        self.lines[article] = (cents, already + quantity)

    def total(self):
        return sum(
            discounted(cents * quantity, bulk_rate(quantity))
            for cents, quantity in self.lines.values()
        )
