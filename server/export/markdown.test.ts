import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMarkdown } from './markdown.ts';

const item = {
  id: '0190a5c4-0000-7000-8000-000000000000',
  created_at: '2026-11-17T09:30:00.000Z',
  updated_at: '2026-11-17T10:00:00.000Z',
};

test('the file has front matter, heading, the unchanged text, and the photo', () => {
  const text = 'First line\n\n- [ ] **bold** <b>';
  const markdown = toMarkdown({ ...item, title: 'Harbour', text, photo: '2026-11-17 Harbour.jpg' });
  assert.equal(
    markdown,
    [
      '---',
      'id: 0190a5c4-0000-7000-8000-000000000000',
      'title: "Harbour"',
      'created: 2026-11-17T09:30:00.000Z',
      'updated: 2026-11-17T10:00:00.000Z',
      '---',
      '',
      '# Harbour',
      '',
      text,
      '',
      '![Photo](2026-11-17%20Harbour.jpg)',
      '',
    ].join('\n'),
  );
});

test('a title cannot end the front matter or the heading', () => {
  const title = 'a"\n---\nadmin: true\\';
  const lines = toMarkdown({ ...item, title, text: 'x', photo: undefined }).split('\n');
  assert.equal(lines[2], `title: ${JSON.stringify(title)}`);
  assert.equal(lines.indexOf('---', 1), 5);
  assert.equal(lines[7], '# a" --- admin: true\\');
});
