import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '#shared/fold-text.ts';
import { containsAll, findRanges, splitQuery } from './tokenizer.ts';

const finds = (query: string, text: string) => containsAll(foldText(text), splitQuery(query));

/** Shows the ranges of a text in brackets. */
const marked = (query: string, text: string) =>
  findRanges(text, splitQuery(query)).reduceRight(
    (rest, { start, end }) =>
      `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
    text,
  );

/** Calls `run` as in a browser that lacks `Intl.Segmenter`. */
function withoutSegmenter<Result>(run: () => Result): Result {
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, 'Segmenter');
  try {
    return run();
  } finally {
    Object.assign(Intl, { Segmenter });
  }
}

test('case and accents do not matter, in either direction', () => {
  assert.ok(finds('naive', 'How naïve!'));
  assert.ok(finds('naïve', 'How naive!'));
  assert.ok(finds('CREME brulee', 'Crème brûlée'));
  assert.ok(finds('Viet Nam', 'VIỆT NAM'));
  assert.ok(finds('елка', 'Ёлка'));
  assert.ok(finds('e\u0301te\u0301', 'été'));
});

test('letters that Unicode does not decompose are found without a special key', () => {
  assert.ok(finds('strasse', 'Straße'));
  assert.ok(finds('STRAßE', 'Hauptstrasse'));
  assert.ok(finds('GROẞ', 'groß'));
  assert.ok(finds('smorrebrod', 'Smørrebrød'));
  assert.ok(finds('lodz', 'Łódź'));
  assert.ok(finds('aether', 'Æther'));
  assert.ok(finds('thorr', 'Þórr'));
});

test('the Turkish letters i and ı are found as the same', () => {
  for (const query of ['istanbul', 'ISTANBUL', 'İSTANBUL', 'ıstanbul'])
    for (const text of ['istanbul', 'ISTANBUL', 'İstanbul', 'Istanbul'])
      assert.ok(finds(query, text), `${query} in ${text}`);
});

test('both small letters sigma are found as the same', () => {
  assert.ok(finds('οδος', 'ΟΔΟΣ'));
  assert.ok(finds('ΟΔΟΣ', 'η οδός'));
  assert.ok(finds('οδοσ', 'οδός'));
});

test('ligatures, full-width letters and half-width katakana are found in their plain form', () => {
  assert.ok(finds('fish', 'ﬁsh'));
  assert.ok(finds('ﬁsh', 'fish'));
  assert.ok(finds('abc 123', 'ＡＢＣ１２３'));
  assert.ok(finds('タワー', 'ﾀﾜｰ'));
  assert.ok(finds('ガ', 'ｶﾞ'));
});

test('languages without spaces are searched by characters, wherever their words end', () => {
  assert.ok(finds('東京', '昨日、東京タワーへ行きました。'));
  assert.ok(finds('京タ', '東京タワー'));
  assert.ok(finds('北京大学', '我在北京大学学习'));
  assert.ok(finds('กรุงเทพ', 'ฉันรักกรุงเทพมาก'));
  assert.ok(finds('ភាសា', 'ភាសាខ្មែរ'));
  assert.ok(!finds('東京 大阪', '東京タワー'));
  assert.ok(finds('大阪、東京', '東京と大阪'));
});

test('marks that change the syllable are significant', () => {
  assert.ok(!finds('कि', 'का'));
  assert.ok(!finds('กิน', 'กน'));
  assert.ok(!finds('がき', 'かき'));
  assert.ok(finds('नमस्ते', 'नमस्ते दुनिया'));
});

test('a Korean syllable is found while it is being written', () => {
  for (const query of ['ㅎ'.normalize('NFKD'), '하', '한', '한그', '한글'])
    assert.ok(finds(query, '한글 검색'), query);
  assert.ok(!finds('홍', '한글'));
});

test('points and invisible characters do not matter', () => {
  assert.ok(finds('محمد', 'مُحَمَّد'));
  assert.ok(finds('كتاب', 'كـتـاب'));
  assert.ok(finds('שלום', 'שָׁלוֹם'));
  assert.ok(finds('میخواهم', 'می‌خواهم'));
  assert.ok(finds('softhyphen', 'soft\u00adhyphen'));
});

test('parts of words are enough, and all words must occur in any order', () => {
  assert.ok(finds('note', 'Keynotes'));
  assert.ok(finds('brown qui', 'The quick brown fox'));
  assert.ok(!finds('quick red', 'The quick brown fox'));
  assert.ok(finds('', 'anything'));
  assert.ok(finds('   ', 'anything'));
});

test('white space and punctuation separate words', () => {
  assert.deepEqual(splitQuery('  Hello,  world! '), ['hello', 'world']);
  assert.deepEqual(splitQuery('well-known/and_more…“quoted”'), [
    'well',
    'known',
    'and',
    'more',
    'quoted',
  ]);
  assert.deepEqual(splitQuery("'single' (round) [square]"), ['single', 'round', 'square']);
  assert.deepEqual(splitQuery('東京、京都。'), ['東京', '京都']);
  assert.deepEqual(splitQuery('twice Twice TWICE'), ['twice']);
});

test('punctuation inside of a word belongs to it', () => {
  assert.deepEqual(splitQuery('3.14 1,000 v1.2.3'), ['3.14', '1,000', 'v1.2.3']);
  assert.deepEqual(splitQuery("don't o’clock"), ["don't", "o'clock"]);
  assert.deepEqual(splitQuery('C++ C# #todo @ada 50%'), ['c++', 'c#', '#todo', '@ada', '50%']);
  assert.deepEqual(splitQuery('ada@example.com.'), ['ada@example.com']);
  assert.deepEqual(splitQuery('.5 ,5'), ['5']);
});

test('a query of punctuation or emoji is searched as it is', () => {
  assert.deepEqual(splitQuery('?'), ['?']);
  assert.deepEqual(splitQuery('... !'), ['...', '!']);
  assert.ok(finds('?', 'Really?'));
  assert.ok(finds('…', 'and so on...'));
  assert.ok(finds('🎉', 'Done 🎉'));
  assert.ok(finds('👩‍💻', 'A 👩‍💻 at work'));
});

test('matches are marked in the original text, by whole characters', () => {
  assert.equal(marked('naive caf', 'A naïve café'), 'A [naïve] [caf]é');
  assert.equal(marked('ss', 'Straße'), 'Stra[ß]e');
  assert.equal(marked('s', 'Straße'), '[S]tra[ß]e');
  assert.equal(marked('fi', 'ﬁsh and fish'), '[ﬁ]sh and [fi]sh');
  assert.equal(marked('e', 'e\u0301te\u0301'), '[e\u0301]t[e\u0301]');
  assert.equal(marked('東京', '昨日、東京タワー'), '昨日、[東京]タワー');
  assert.equal(marked('하', '한글'), '[한]글');
  assert.equal(marked('👩', 'A 👩‍💻'), 'A [👩‍💻]');
  assert.equal(marked('ana nab', 'bananabread'), 'b[ananab]read');
  assert.equal(marked('absent', 'Text'), 'Text');
});

test('marking works without Intl.Segmenter', () => {
  withoutSegmenter(() => {
    assert.equal(marked('naive caf', 'A naïve café'), 'A [naïve] [caf]é');
    assert.equal(marked('e', 'e\u0301te\u0301'), '[e\u0301]t[e\u0301]');
    assert.equal(marked('東京', '昨日、東京タワー'), '昨日、[東京]タワー');
  });
});

const SAMPLES =
  'The naïve Straße ﬁsh İIıi Ωςσ Ёлка Việt 東京タワー、ｶﾞ 北京大学 กรุงเทพ नमस्ते 한글검색 مُحَمَّد שָׁלוֹם 🎉👩‍💻🇩🇪 3.14 1,000 don’t “C++” e\u0301';
const someText = fc
  .array(fc.constantFrom(...SAMPLES), { maxLength: 40 })
  .map((characters) => characters.join(''));

test('every word of a text finds it, in every combination of case and form', () => {
  fc.assert(
    fc.property(someText, fc.integer({ min: 0, max: 40 }), (text, start) => {
      for (const word of splitQuery(text)) {
        const part = [...word].slice(start % word.length).join('') || word;
        for (const query of [part, part.toUpperCase(), part.normalize('NFC')])
          assert.ok(finds(query, `before ${text} after`), `${query} in ${text}`);
      }
    }),
  );
});

test('ranges are in order, do not overlap, and each contains a searched word', () => {
  fc.assert(
    fc.property(someText, someText, (text, query) => {
      const words = splitQuery(query.slice(0, 3));
      const ranges = findRanges(text, words);
      assert.equal(
        ranges.length > 0,
        words.some((word) => foldText(text).includes(word)),
      );
      for (const [index, { start, end }] of ranges.entries()) {
        assert.ok(start >= (ranges[index - 1]?.end ?? 0) && end > start && end <= text.length);
        const part = foldText(text.slice(start, end));
        assert.ok(words.some((word) => part.includes(word)));
      }
    }),
  );
});

test('a text that begins with another text is folded to a text that begins with its folded form', () => {
  fc.assert(
    fc.property(someText, someText, (a, b) => {
      assert.equal(foldText(`${a}\n${b}`), `${foldText(a)}\n${foldText(b)}`);
    }),
  );
});
