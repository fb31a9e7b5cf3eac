/**
 * The form for a new password as a modal. The value of the query key is the code of the mailed link, or `true` if the
 * player must paste the link.
 */
import { useState } from 'react'
import { Button, buttonClass } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { Field, Input } from '../design/field/field.tsx'
import { pastedCode } from '../features/passwords/pasted-code.ts'
import styles from '../features/passwords/passwords.module.css'
import { ResetForm } from '../features/passwords/reset-form.tsx'
import type { ModalModule, ModalProps } from '../modals.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { ModalLink, useModal } from './use-modal.tsx'

function ResetPass({ value }: ModalProps) {
  const t = useLabels('passwords')
  const { open } = useModal()
  const [code, setCode] = useState(value === 'true' ? '' : value.slice(0, 256))
  const [isVoid, setVoid] = useState(false)
  const done = () => open('success', 'password-reset', { instead: 'reset-pass' })
  if (isVoid) {
    return (
      <>
        <ModalTitle>{t('resetTitle')}</ModalTitle>
        <ModalBody>
          <Empty
            icon="link"
            title={t('resetVoidTitle')}
            action={
              <ModalLink modal="forgot-pass" instead="reset-pass" className={buttonClass} data-tone="primary">
                {t('askAgain')}
              </ModalLink>
            }
          >
            {t('resetVoidText')}
          </Empty>
        </ModalBody>
      </>
    )
  }
  if (code === '')
    return (
      <>
        <ModalTitle>{t('resetTitle')}</ModalTitle>
        <ModalBody>
          <PasteLink onCode={setCode} />
        </ModalBody>
      </>
    )
  return (
    <>
      <ModalTitle description={t('resetLead')}>{t('resetTitle')}</ModalTitle>
      <ModalBody>
        <ResetForm code={code} onDone={done} onInvalidCode={() => setVoid(true)} />
      </ModalBody>
    </>
  )
}

function PasteLink({ onCode }: { onCode: (code: string) => void }) {
  const t = useLabels('passwords')
  const [text, setText] = useState('')
  const code = pastedCode(text)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (code) onCode(code)
      }}
    >
      <Field
        label={t('pasteLink')}
        render={(props) => (
          <Input
            {...props}
            name="resetLink"
            value={text}
            dir="ltr"
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      />
      <Button type="submit" tone="primary" size="l" isWide disabled={!code}>
        {t('pasteNext')}
      </Button>
    </form>
  )
}

export const modal: ModalModule = { View: ResetPass, labels: ['passwords', 'fields'] }
