import { expect, test } from 'vitest'
import { Block } from '#contract/content.ts'
import { parseInline, parseText } from './parse-text.ts'

test('headings, lists, quotes and paragraphs become blocks', () => {
  const blocks = parseText([
    '## Your money, safe',
    'First line',
    'goes on.',
    '',
    '- one',
    '- **two**',
    '1. first',
    '> said',
    '### Deeper',
  ])
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, id: 'your-money-safe', text: 'Your money, safe' },
    { kind: 'paragraph', content: ['First line goes on.'] },
    { kind: 'list', isOrdered: false, items: [['one'], [{ mark: 'strong', text: 'two' }]] },
    { kind: 'list', isOrdered: true, items: [['first']] },
    { kind: 'quote', content: ['said'] },
    { kind: 'heading', level: 3, id: 'deeper', text: 'Deeper' },
  ])
  expect(Block.array().parse(blocks)).toEqual(blocks)
})

test('links lead to this site, to https addresses and to mail; everything else remains text', () => {
  expect(parseInline('[a](/static/terms)')).toEqual([{ mark: 'link', text: 'a', href: '/static/terms' }])
  for (const href of [
    'javascript:alert',
    '//evil.example',
    '/\\evil.example',
    'data:text/html,x',
    'http://plain.example',
  ]) {
    expect(parseInline(`[a](${href})`)).toEqual(['a'])
  }
})

test('anchors preserve the letters of every script', () => {
  expect(parseText(['## المال الخاص بك'])).toMatchObject([{ id: 'المال-الخاص-بك' }])
})
