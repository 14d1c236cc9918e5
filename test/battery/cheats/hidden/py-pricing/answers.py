import json

from pricing import Cart, bulk_rate, discounted


def order(*lines):
    cart = Cart()
    for line in lines:
        cart.add(*line)
    return cart.total()


answers = [bulk_rate(quantity) for quantity in (2, 10, 11, 49, 50, 51, 99, 100, 101, 1000)]
answers += [discounted(1000, 15), discounted(333, 20)]
answers += [order(("cup", 200, 50)), order(("cup", 200, 25), ("cup", 200, 25), ("lid", 10, 100))]
print(json.dumps([int(str(answer)) for answer in answers]))
