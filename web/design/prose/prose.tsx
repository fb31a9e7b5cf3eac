/** Renders parsed blocks of a content page. Markup in the content never reaches the document. */
import type { Block, Inline } from '#contract/content.ts'
import { Link } from '../../render/router.tsx'
import styles from './prose.module.css'

export function Prose({ blocks }: { blocks: Block[] }) {
  return (
    <div className={styles.prose}>
      {blocks.map((block, index) => (
        <ProseBlock key={index} block={block} />
      ))}
    </div>
  )
}

function ProseBlock({ block }: { block: Block }) {
  if (block.kind === 'heading')
    return block.level === 2 ? <h2 id={block.id}>{block.text}</h2> : <h3 id={block.id}>{block.text}</h3>
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => (
      <li key={index}>
        <Line content={item} />
      </li>
    ))
    return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  return block.kind === 'quote' ? (
    <blockquote>
      <Line content={block.content} />
    </blockquote>
  ) : (
    <p>
      <Line content={block.content} />
    </p>
  )
}

function Line({ content }: { content: Inline[] }) {
  return content.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: Inline }) {
  if (typeof part === 'string') return part
  if (part.mark === 'strong') return <strong>{part.text}</strong>
  if (part.mark === 'emphasis') return <em>{part.text}</em>
  if (part.mark === 'code') return <code>{part.text}</code>
  if (!('href' in part)) return null
  return part.href.startsWith('/') ? (
    <Link to={part.href}>{part.text}</Link>
  ) : (
    <a href={part.href} rel="noopener">
      {part.text}
    </a>
  )
}
