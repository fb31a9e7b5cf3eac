/** A button that copies a text and confirms it for two seconds by a tooltip, which screen readers announce. */
import { useEffect, useState } from 'react'
import { Button } from '../../design/button/button.tsx'
import styles from './copy-button.module.css'
import { useLabels } from '../../render/labels.tsx'

const copiedMs = 2000

type CopyButtonProps = { text: string; label: string; size?: 's' | 'm' }
export function CopyButton({ text, label, size = 'm' }: CopyButtonProps) {
  const t = useLabels('wallet')
  const { isCopied, copied } = useCopied()
  return (
    <span className={styles.frame}>
      <Button size={size} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(text).then(copied)}>
        {label}
      </Button>
      <output className={styles.tooltip}>{isCopied ? t('copied') : ''}</output>
    </span>
  )
}

/** Whether to show that a text was copied: for two seconds after each call of `copied`. */
export function useCopied(): { isCopied: boolean; copied: () => void } {
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (copiedAt === 0) return
    const timer = setTimeout(() => setCopiedAt(0), copiedMs)
    return () => clearTimeout(timer)
  }, [copiedAt])
  return { isCopied: copiedAt > 0, copied: () => setCopiedAt(Date.now()) }
}

/** Copies a text. The clipboard API requires a secure context; elsewhere a selection is copied. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
