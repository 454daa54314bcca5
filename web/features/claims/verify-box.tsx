import { BadgeCheck, FileSearch } from 'lucide-react'
import { type DragEvent, type FormEvent, useState } from 'react'
import { lookUp } from '#shared/contract/registry.ts'
import { claimNumberInPdf } from '#shared/rules/certificate-file.ts'
import { limits } from '#shared/rules/limits.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { site } from '#web/lib/site-config.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { VerifyResult } from './verify-result.tsx'

/** The box is folded on narrow screens, so that the list stays in view. */
export function VerifyBox() {
  const { t } = useTranslation()
  const isWide = useIsWide()
  if (isWide) return <Verifying />
  return (
    <details className="mb-6 rounded-md border border-line bg-surface">
      <summary className="px-4 py-2.5 font-medium">{t('claims.verify.title')}</summary>
      <Verifying isWithin />
    </details>
  )
}

/** Verifies a serial number, claim number, code or hash, or a certificate file. `isWithin` omits the frame. */
function Verifying({ isWithin = false }: { isWithin?: boolean }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  /** The claim number in the chosen file. */
  const [named, setNamed] = useState<string | null>(null)
  const found = useRead(lookUp, { query: { tenantId: site().tenantId, q: query }, when: query !== '' })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setNamed(null)
    setQuery(typed.trim())
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const hash = await sha256Of(bytes)
    setNamed(claimNumberInPdf(bytes))
    setTyped(hash)
    setQuery(hash)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }

  return (
    <section
      aria-label={t('claims.verify.title')}
      className={isWithin ? 'p-4 pt-2' : 'mb-8 rounded-md border border-line bg-surface p-6'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <form onSubmit={submit} className="flex max-w-3xl flex-col gap-4">
        <TextField
          label={t('claims.verify.title')}
          hint={t('claims.verify.hint')}
          maxLength={limits.lookUp}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (!text.includes('\n')) return
            event.preventDefault()
            setTyped(inOneLine(text))
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="primary" icon={<BadgeCheck aria-hidden size={16} />}>
            {t('claims.verify.act')}
          </Button>
          <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-md border border-edge px-4 font-medium focus-within:outline-2 focus-within:outline-accent hover:bg-raised">
            <FileSearch aria-hidden size={16} />
            {t('claims.verify.file')}
            <input
              type="file"
              accept="application/pdf"
              className="sr-only"
              onChange={(event) => void take(event.target.files?.[0])}
            />
          </label>
        </div>
      </form>
      {query !== '' && (
        <div aria-live="polite" className="mt-4">
          <Loaded
            from={found}
            rows={1}
            isEmpty={({ items, serials }) => items.length === 0 && serials.length === 0 && named !== null}
            empty={named && <Tampered number={named} />}
          >
            {(answer) => <VerifyResult found={answer} />}
          </Loaded>
        </div>
      )}
    </section>
  )
}

/** Shown when a file names a claim but is not its certificate. */
function Tampered({ number }: { number: string }) {
  const { t } = useTranslation()
  const found = useRead(lookUp, { query: { tenantId: site().tenantId, q: `C-${number}` } })
  const claim = found.data?.items.find(({ kind }) => kind === 'claim')
  return (
    <Notice tone="bad" title={t('search.tampered', { number })}>
      <p>{t(found.data && !claim ? 'search.noSuchClaim' : 'search.tamperedHelp')}</p>
      {claim && (
        <Link to={claimPath(claim.id)} className="link">
          {t('claims.number', { number: Number(claim.title) })}
        </Link>
      )}
    </Notice>
  )
}

/** Joins pasted lines; a code broken after a dash stays whole. */
function inOneLine(text: string): string {
  return text
    .replace(/(\p{Pd})\s*\n\s*/gu, '$1')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ')
}

/** The registry finds certificates by hash. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
