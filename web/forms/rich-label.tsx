/**
 * A label with links, written `[text](/path)` in content. Links open in a new tab, so that the form keeps its input.
 */
import { Fragment } from 'react'
import { useLocalePath } from '../render/router.tsx'

const link = /\[([^\]]+)\]\((\/[^)\s]*)\)/g

export function RichLabel({ text }: { text: string }) {
  const localized = useLocalePath()
  const parts = text.split(link)
  // Splitting by a pattern with two groups gives: text, link text, path, text, …
  return parts.map((part, index) => {
    if (index % 3 === 2) return null
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>
    const path = parts[index + 1]!
    return (
      <a key={index} href={path.startsWith('//') ? '/' : localized(path)} target="_blank" rel="noopener">
        {part}
      </a>
    )
  })
}
