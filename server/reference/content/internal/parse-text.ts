/**
 * A Markdown subset for the operator's pages: headings, paragraphs, lists, quotes, strong, emphasis, code and links.
 * It produces data, never markup, so no text can inject HTML.
 */
import type { Block, Inline } from '#contract/content.ts'

export function parseText(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (const group of groups(lines)) blocks.push(parseGroup(group))
  return blocks
}

/** Consecutive lines of one kind; a heading is always a block of its own. */
function groups(lines: readonly string[]): string[][] {
  const result: string[][] = []
  let kind = ''
  for (const line of lines.map((raw) => raw.trim())) {
    const next = kindOf(line)
    if (next !== 'empty') {
      if (next === kind && next !== 'heading') result.at(-1)!.push(line)
      else result.push([line])
    }
    kind = next
  }
  return result
}

function kindOf(line: string): 'empty' | 'heading' | 'bullet' | 'number' | 'quote' | 'paragraph' {
  if (line === '') return 'empty'
  if (/^#{2,3} /.test(line)) return 'heading'
  if (/^[-*] /.test(line)) return 'bullet'
  if (/^\d+\. /.test(line)) return 'number'
  return line.startsWith('> ') ? 'quote' : 'paragraph'
}

function parseGroup(group: string[]): Block {
  const first = group[0]!
  const kind = kindOf(first)
  if (kind === 'heading') {
    const text = first.replace(/^#+ /, '')
    return { kind: 'heading', level: first.startsWith('### ') ? 3 : 2, id: anchorOf(text), text }
  }
  if (kind === 'bullet' || kind === 'number') {
    return {
      kind: 'list',
      isOrdered: kind === 'number',
      items: group.map((line) => parseInline(line.replace(/^([-*]|\d+\.) /, ''))),
    }
  }
  if (kind === 'quote') return { kind: 'quote', content: parseInline(group.map((line) => line.slice(2)).join(' ')) }
  return { kind: 'paragraph', content: parseInline(group.join(' ')) }
}

const inlinePattern =
  /\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*]+)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)/g

export function parseInline(text: string): Inline[] {
  const result: Inline[] = []
  let end = 0
  for (const match of text.matchAll(inlinePattern)) {
    if (match.index > end) result.push(text.slice(end, match.index))
    result.push(inlineOf(match.groups!))
    end = match.index + match[0].length
  }
  if (end < text.length) result.push(text.slice(end))
  return result
}

function inlineOf({ strong, emphasis, code, label, href }: Record<string, string | undefined>): Inline {
  if (strong) return { mark: 'strong', text: strong }
  if (emphasis) return { mark: 'emphasis', text: emphasis }
  if (code) return { mark: 'code', text: code }
  return isSafeLink(href!) ? { mark: 'link', text: label!, href: href! } : label!
}

/** Paths of this site, https addresses and mailto; a script address or a protocol-relative one remains text. */
export function isSafeLink(href: string): boolean {
  return /^\/(?![/\\])/.test(href) || /^(https:\/\/|mailto:|#)/.test(href)
}

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
