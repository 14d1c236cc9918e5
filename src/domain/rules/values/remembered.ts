/** Keeps what is derived from an object for as long as the object exists. */
export function remembered<Key extends object, Value>(derive: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: derive(key) };
    known.set(key, found);
    return found.value;
  };
}
