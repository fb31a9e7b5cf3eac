/** Renders parsed blocks of a content page. Markup in the content never reaches the document. */
import { createContext, type ReactNode, use } from 'react'
import type { Block, Inline } from '#contract/content.ts'
import { Link } from '../../render/router.tsx'
import styles from './prose.module.css'

/** How a link of a text is rendered; the desk's preview has no router. */
type RenderLink = (href: string, text: string) => ReactNode
const siteLink: RenderLink = (href, text) =>
  href.startsWith('/') ? (
    <Link to={href}>{text}</Link>
  ) : (
    <a href={href} rel="noopener">
      {text}
    </a>
  )
const Links = createContext(siteLink)

export function Prose({ blocks, renderLink = siteLink }: { blocks: Block[]; renderLink?: RenderLink }) {
  return (
    <Links value={renderLink}>
      <div className={styles.prose}>
        {blocks.map((block, index) => (
          <ProseBlock key={index} block={block} />
        ))}
      </div>
    </Links>
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
  const renderLink = use(Links)
  if (typeof part === 'string') return part
  if (part.mark === 'strong') return <strong>{part.text}</strong>
  if (part.mark === 'emphasis') return <em>{part.text}</em>
  if (part.mark === 'code') return <code>{part.text}</code>
  return 'href' in part ? renderLink(part.href, part.text) : null
}
