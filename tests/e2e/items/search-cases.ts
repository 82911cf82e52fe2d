/** Items with words in many languages. */
export const SEARCHED = [
  { title: 'Tokyo', text: '東京タワーと京都へ行きました。' },
  { title: 'Naïve Café', text: 'Crème brûlée for 3.14, or for 1,000' },
  { title: 'Straße', text: 'Ein großer ﬁscher in İstanbul, ILIK' },
  { title: 'Ελλάδα', text: 'η οδός, ΟΔΟΣ' },
  { title: 'العربية', text: 'مُحَمَّد في المكتبة' },
  { title: 'ภาษาไทย', text: 'ฉันรักกรุงเทพมาก' },
  { title: 'हिन्दी', text: 'नमस्ते दुनिया' },
  { title: '한국어', text: '한글 검색' },
  { title: 'C++ and C#', text: 'Don’t panic 🎉' },
];

/** Queries, and the titles of the items that every browser finds. */
export const SEARCH_CASES: [query: string, titles: string[]][] = [
  ['東京', ['Tokyo']],
  ['京タ', ['Tokyo']],
  ['ﾀﾜｰ', ['Tokyo']],
  ['naive', ['Naïve Café']],
  ['BRULEE crem', ['Naïve Café']],
  ['3.14', ['Naïve Café']],
  ['for', ['Naïve Café']],
  ['strasse', ['Straße']],
  ['fisch', ['Straße']],
  ['istanbul ılık', ['Straße']],
  ['οδος', ['Ελλάδα']],
  ['محمد', ['العربية']],
  ['รักกรุง', ['ภาษาไทย']],
  ['नमस्ते', ['हिन्दी']],
  ['하', ['한국어']],
  ['c++', ['C++ and C#']],
  ["panic don't #", ['C++ and C#']],
  ['🎉', ['C++ and C#']],
  ['in', ['Straße']],
  ['an', ['Straße', 'C++ and C#']],
  ['東京 naive', []],
  ['dont', []],
];
