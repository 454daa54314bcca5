import { Mail } from 'lucide-react'
import { listMarketProjects, withdrawOffer } from '#shared/contract/market.ts'
import { ProjectType } from '#web/domain/project-type.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Marks } from './market-grid.tsx'
import type { Item } from './market-items.ts'
import { usePrice } from './use-price.ts'

export function OfferProperties({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = usePrice()
  const { act, busy, failure } = useAct(withdrawOffer, { refresh: [listMarketProjects] })
  const { offer } = item
  async function withdraw() {
    if (!(await act({ params: { offerId: offer.offerId } }))) return
    toast({ tone: 'good', text: t('market.withdrawn') })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={item.projectName} description={<Marks item={item} />} busy={busy}>
      <Facts>
        <Fact label={t('activity.column.quantity')} figure>
          {format.quantity(item.balance)}
        </Fact>
        <Fact label={t('market.price')} figure>
          {price(item.sortPrice, offer.currency)}
        </Fact>
        <Fact label={t('market.holder')}>{offer.holder}</Fact>
        <Fact label={t('market.endsOn')}>{format.date(offer.endsOn)}</Fact>
        <Fact label={t('claims.note')} wide>
          {offer.note}
        </Fact>
        <Fact label={t('projects.type')}>
          <ProjectType type={item.type} />
        </Fact>
        <Fact label={t('projects.country')}>{item.country && format.country(item.country)}</Fact>
        <Fact label={t('projects.column.methodology')}>{item.methodology}</Fact>
        <Fact label={t('projects.proponent')}>{item.proponent}</Fact>
      </Facts>
      <div className="mt-5">
        <Failure text={failure} />
        <Actions>
          {offer.mayWithdraw && (
            <Button busy={busy} onClick={() => void withdraw()}>
              {t('market.withdraw')}
            </Button>
          )}
          <a href={`mailto:${offer.contact}`} className={buttonClass('primary')}>
            <Mail aria-hidden size={16} />
            {t('market.write', { holder: offer.holder })}
          </a>
        </Actions>
      </div>
    </Dialog>
  )
}
