/** Slides per view by the window's width, and the gap between them, in pixels (specification, section 9). */
export const carousel = {
  spaceBetween: 30,
  slidesPerView: 1,
  breakpoints: { 565: { slidesPerView: 2 }, 1000: { slidesPerView: 3 }, 1100: { slidesPerView: 4 } },
} as const
