import { expect, test } from 'vitest'
import { carousel } from './carousel-settings.ts'

test('the carousel shows 1, 2, 3 and 4 slides from 0, 565, 1000 and 1100 pixels, 30 apart', () => {
  expect(carousel).toEqual({
    spaceBetween: 30,
    slidesPerView: 1,
    breakpoints: { 565: { slidesPerView: 2 }, 1000: { slidesPerView: 3 }, 1100: { slidesPerView: 4 } },
  })
})
