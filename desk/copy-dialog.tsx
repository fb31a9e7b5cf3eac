/** A secret that the desk shows once, to copy: a link of an invitation, a token. */
import { useState } from 'react'
import { Button } from '#web/design/button/button.tsx'
import styles from './copy-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { label } from './labels.ts'

type CopyDialogProps = { title: string; hint: string; text: string; onClose: () => void }

export function CopyDialog({ title, hint, text, onClose }: CopyDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Dialog title={title} hint={hint} onClose={onClose}>
      <p className={styles.text}>
        <code>{text}</code>
        <Button size="s" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {label(isCopied ? 'copied' : 'copy')}
        </Button>
      </p>
    </Dialog>
  )
}
