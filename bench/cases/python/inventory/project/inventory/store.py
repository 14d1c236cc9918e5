from inventory.models import Item, OutOfStock


class Store:
    def __init__(self):
        self._items = {}

    def add(self, sku, price, quantity, tags=()):
        if sku in self._items:
            item = self._items[sku]
            item.quantity += quantity
            item.price = price
        else:
            item = Item(sku, price, quantity, list(tags))
            self._items[sku] = item
        return item

    def remove(self, sku, quantity=1):
        item = self._items[sku]
        if item.quantity < quantity:
            raise OutOfStock(sku)
        item.quantity -= quantity
        if item.quantity == 0:
            del self._items[sku]

    def total_value(self):
        return sum(item.value for item in self._items.values())

    def by_tag(self, tag):
        return sorted(item.sku for item in self._items.values() if tag in item.tags)

    def cheapest(self, count):
        ranked = sorted(self._items.values(), key=lambda item: item.price)
        return [item.sku for item in ranked[:count]]

    def __len__(self):
        return len(self._items)
