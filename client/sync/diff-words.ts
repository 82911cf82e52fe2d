import { diffComm } from 'node-diff3';
import { words } from './merge.ts';

/** A piece of text that is in both versions or only in one. */
type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string };

/** Compares two texts word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const parts = diffComm(words(before), words(after)) as {
    common?: string[];
    buffer1?: string[];
    buffer2?: string[];
  }[];
  return parts
    .flatMap(({ common = [], buffer1 = [], buffer2 = [] }): DiffPart[] => [
      { kind: 'same', text: common.join('') },
      { kind: 'removed', text: buffer1.join('') },
      { kind: 'added', text: buffer2.join('') },
    ])
    .filter(({ text }) => text);
}
