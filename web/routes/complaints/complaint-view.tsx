/** A complaint with its clock, the answer, the player's reply and the final letter, which can be printed. */
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Complaint } from '#contract/complaints.ts'
import { type ApiError, api, type CallOptions } from '../../api/client.ts'
import { useContent } from '../../api/use-content.ts'
import { Badge } from '../../design/badge/badge.tsx'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { Field, Textarea } from '../../design/field/field.tsx'
import { useDayText } from '../../features/limits/use-day-text.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './complaints.module.css'

type ViewProps = { complaint: Complaint; options: CallOptions; onChange: (complaint: Complaint) => void }

export function StatusLine({ complaint: { status, dueAt } }: { complaint: Complaint }) {
  const t = useLabels('complaints')
  const day = useDayText()
  const isRunning = status === 'open' || status === 'disputed'
  return (
    <span className={styles.status}>
      <Badge tone={status === 'answered' ? 'warning' : isRunning ? 'neutral' : 'success'}>
        {t(`status_${status}`)}
      </Badge>
      {isRunning && <span>{t('due', { at: day(dueAt) })}</span>}
    </span>
  )
}

export function ComplaintView({ complaint, options, onChange }: ViewProps) {
  const t = useLabels('complaints')
  const day = useDayText()
  const { category, about, text, filedAt, answer, dispute, final, status } = complaint
  return (
    <>
      <Card title={t(`category_${category}`)} aside={<StatusLine complaint={complaint} />}>
        <dl className={styles.facts}>
          <Detail term={t('filedAt')}>{day(filedAt)}</Detail>
          {about && (
            <Detail term={t(`about_${about.kind}`)}>
              <code dir="ltr">{about.id}</code>
            </Detail>
          )}
        </dl>
        <p className={styles.text} dir="auto">
          {text}
        </p>
      </Card>
      {answer && <Letter title={t('answer')} outcome={answer.outcome} at={answer.at} text={answer.text} />}
      {dispute && <Letter title={t('yourReply')} at={dispute.at} text={dispute.text} />}
      {status === 'answered' && <Reply complaint={complaint} options={options} onChange={onChange} />}
      {final && (
        <Letter title={t('final')} outcome={final.outcome} at={final.at} text={final.text}>
          <Sender />
          <p>{final.body ? t('toBody', { body: final.body }) : t('toAuthority')}</p>
          <p className={styles.print}>
            <Button icon="document" onClick={() => window.print()}>
              {t('print')}
            </Button>
          </p>
        </Letter>
      )}
    </>
  )
}

type LetterProps = { title: string; outcome?: string; at: string; text: string; children?: ReactNode }

function Letter({ title, outcome, at, text, children }: LetterProps) {
  const t = useLabels('complaints')
  const day = useDayText()
  return (
    <Card title={title} aside={outcome && <Badge tone="neutral">{t(`outcome_${outcome}`)}</Badge>}>
      <p className={styles.note}>{day(at)}</p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {children}
    </Card>
  )
}

/** Who answers, as in the footer, which is not printed: an ombudsman has only the letter. */
function Sender() {
  const { copyright, legal } = useContent<{ copyright: string; legal: string }>('layout', 'footer')
  return (
    <address className={styles.sender}>
      <strong>{copyright}</strong>
      {legal}
    </address>
  )
}

function Reply({ complaint: { id }, options, onChange }: ViewProps) {
  const t = useLabels('complaints')
  const [isDisputing, setDisputing] = useState(false)
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const send = async (body: { isSatisfied: true } | { isSatisfied: false; text: string }) => {
    setBusy(true)
    setFault(undefined)
    try {
      onChange(await api('POST /api/support/complaints/{id}/reply', { params: { id }, body }, options))
    } catch (error) {
      setFault((error as ApiError).serverMessage ?? t('sendFailed'))
      setBusy(false)
    }
  }
  const dispute = (event: FormEvent) => {
    event.preventDefault()
    void send({ isSatisfied: false, text })
  }
  return (
    <Card title={t('replyTitle')}>
      <p className={styles.note}>{t('replyText')}</p>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {isDisputing ? (
        <form className={styles.form} onSubmit={dispute}>
          <Field
            label={t('whyNot')}
            isRequired
            render={(control) => (
              <Textarea
                {...control}
                rows={6}
                required
                maxLength={5000}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          />
          <p className={styles.buttons}>
            <Button type="submit" tone="primary" isBusy={isBusy}>
              {t('sendReply')}
            </Button>
            <Button tone="plain" disabled={isBusy} onClick={() => setDisputing(false)}>
              {t('cancel')}
            </Button>
          </p>
        </form>
      ) : (
        <p className={styles.buttons}>
          <Button tone="primary" isBusy={isBusy} onClick={() => void send({ isSatisfied: true })}>
            {t('accept')}
          </Button>
          <Button disabled={isBusy} onClick={() => setDisputing(true)}>
            {t('dispute')}
          </Button>
        </p>
      )}
    </Card>
  )
}
