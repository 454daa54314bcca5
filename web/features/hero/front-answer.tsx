import { useEffect, useState } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { search } from '#shared/contract/search.ts'
import { limits } from '#shared/rules/limits.ts'
import { searchPath } from '#shared/rules/paths.ts'
import { verdictOf } from '#shared/rules/verdict.ts'
import { type Asked, askedOfFile } from '#web/domain/asked-of-file.ts'
import { Forgiven } from '#web/domain/forgiven.tsx'
import { useHitTitle } from '#web/domain/hit-title.ts'
import { VerifyAnswer } from '#web/domain/verify-answer.tsx'
import { VerifyResult } from '#web/domain/verify-result.tsx'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Line, Lines, More } from '#web/ui/lines.tsx'
import { Loaded } from '#web/ui/states.tsx'

const perKind = 3

export function FrontAnswer({ asked }: { asked: string | File }) {
  return <div className="mt-4">{typeof asked === 'string' ? <OfText q={asked} /> : <OfFile file={asked} />}</div>
}

function OfFile({ file }: { file: File }) {
  const [read, setRead] = useState<{ of: File; asked: Asked } | null>(null)
  useEffect(() => {
    void askedOfFile(file).then((asked) => setRead({ of: file, asked }))
  }, [file])
  return read?.of === file && <VerifyAnswer asked={read.asked} />
}

/** A verdict on units, claims and statements; besides, what the search finds by this text. */
function OfText({ q }: { q: string }) {
  const { tenantId } = site()
  const verified = useRead(reading.lookUp, { query: { tenantId, q } })
  const found = useRead(reading.search, { query: { tenantId, q, limit: perKind }, when: q.length <= limits.search })
  const verdict = verified.data && verdictOf(verified.data)
  const isVerdict = verdict !== 'nothing' && verdict !== 'known'
  // Too long for the search, or with nothing found by it: the verdict alone says what there is.
  const isAlone = q.length > limits.search || found.data?.groups.length === 0
  return (
    <Loaded from={verified} rows={2}>
      {(answer) => (
        <>
          {(isVerdict || isAlone) && <VerifyResult found={answer} />}
          {!isAlone && (
            <Loaded from={found} rows={2}>
              {(results) => <Hits q={q} {...results} />}
            </Loaded>
          )}
        </>
      )}
    </Loaded>
  )
}

function Hits({ q, groups, corrected, isSimilar }: { q: string } & ReplyOf<typeof search>) {
  const { t } = useTranslation()
  const titleOf = useHitTitle()
  return (
    <>
      <Forgiven q={q} corrected={corrected} isSimilar={isSimilar} className="mt-3" />
      <div className="my-3">
        <Lines label={t('search.results')}>
          {groups
            .flatMap(({ items }) => items)
            .map((hit) => (
              <Line
                key={`${hit.kind} ${hit.id}`}
                to={hit.path}
                words={titleOf(hit)}
                note={hit.about}
                aside={t(`search.kind.${hit.kind}`)}
              />
            ))}
        </Lines>
      </div>
      <More to={searchPath(corrected ?? q)} text={t('search.all', { q: corrected ?? q })} />
    </>
  )
}
