import { useState } from 'react';

/** Returns a choice of the person that this device remembers, the first of `values` if none was made. */
export function useDeviceSetting<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [Value, set: (value: Value) => void] {
  const key = `app_${name}`;
  const [value, setValue] = useState(() => {
    const stored = localStorage.getItem(key);
    return values.find((one) => one === stored) ?? values[0];
  });
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is full. The choice lasts as long as the screen.
      }
    },
  ];
}
