/** Copies a text and confirms it for two seconds, visually and to screen readers. */
import { useEffect, useState } from 'react'
import { Button } from '../../design/button/button.tsx'
import styles from './copy-button.module.css'
import { useLabels } from '../../render/labels.tsx'

const copiedMs = 2000

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useLabels('wallet')
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (copiedAt === 0) return
    const timer = setTimeout(() => setCopiedAt(0), copiedMs)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const isCopied = copiedAt > 0
  return (
    <>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(text).then(() => setCopiedAt(Date.now()))}>
        {isCopied ? t('copied') : label}
      </Button>
      <output className={styles.copied}>{isCopied ? t('copied') : ''}</output>
    </>
  )
}

/** The clipboard API requires a secure context; elsewhere the selection fallback works. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
