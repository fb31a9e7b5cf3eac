/** Returns the text of blocks without markup, for search engines. */
import type { Block, Inline } from '#contract/content.ts'

export function plainText(blocks: Block[]): string {
  return blocks
    .map((block) =>
      block.kind === 'heading'
        ? block.text
        : block.kind === 'list'
          ? block.items.map(texts).join(' ')
          : texts(block.content),
    )
    .join(' ')
}

function texts(content: Inline[]): string {
  return content.map((inline) => (typeof inline === 'string' ? inline : inline.text)).join('')
}
