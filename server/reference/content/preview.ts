/** What players would read, as lines of text. */
import type { Block, Inline } from '#contract/content.ts'
import { PageFile } from './internal/check-file.ts'
import { parseText } from './internal/parse-text.ts'
import { splitPath } from './versions.ts'

export function previewLines(path: string, data: unknown): string[] {
  const page = splitPath(path)[1] === 'pages' ? PageFile.safeParse(data) : null
  if (!page?.success) return JSON.stringify(data, null, 2).split('\n')
  const { title, description, body } = page.data
  return [title, description, '', ...parseText(body).flatMap((block) => [...blockLines(block), ''])]
}

function blockLines(block: Block): string[] {
  if (block.kind === 'heading') return [`${'#'.repeat(block.level)} ${block.text}`]
  if (block.kind === 'list')
    return block.items.map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${inlineText(item)}`)
  return [`${block.kind === 'quote' ? '> ' : ''}${inlineText(block.content)}`]
}

const inlineText = (parts: Inline[]) =>
  parts
    .map((part) => (typeof part === 'string' ? part : part.mark === 'link' ? `${part.text} (${part.href})` : part.text))
    .join('')
