export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
