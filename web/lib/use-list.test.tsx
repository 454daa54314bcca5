import { act, renderHook } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { listProjects } from '#shared/contract/projects.ts'
import { useList } from './use-list.ts'

function listAt(search: string) {
  window.history.replaceState(null, '', `/projects${search}`)
  const given = { tenantId: 't', isAdmin: undefined }
  const { result } = renderHook(
    () => ({ list: useList(listProjects, { given, sort: '-createdAt', when: false }), location: useLocation() }),
    { wrapper: BrowserRouter },
  )
  return result
}
const queryAt = (search: string) =>
  Object.fromEntries(Object.entries(listAt(search).current.list.query).filter(([, value]) => value !== undefined))

test('a list is requested with the parameters of the address that its endpoint takes', () => {
  expect(queryAt('?q=mangrove&status=approved&country=KE&sort=projectName')).toEqual({
    tenantId: 't',
    q: 'mangrove',
    status: 'approved',
    country: 'KE',
    sort: 'projectName',
  })
})

test('values that the server would refuse, that the screen sets or that are no field of the query are not sent', () => {
  expect(queryAt('?status=lost&country=zz&sort=colour&tenantId=u&isAdmin=true&tab=x')).toEqual({ tenantId: 't' })
})

test('a list is filtered by search, filter and place, not by its order', () => {
  expect(listAt('?sort=projectName').current.list.isFiltered).toBe(false)
  for (const search of ['?q=mangrove', '?status=approved', '?cursor=abc']) {
    expect(listAt(search).current.list.isFiltered, search).toBe(true)
  }
})

test('another filter starts at the first page, and the way back leads to the page before', () => {
  const result = listAt('')
  act(() => result.current.list.next('second')?.())
  expect(result.current.location.search).toBe('?cursor=second')
  act(() => result.current.list.next('third')?.())
  act(() => result.current.list.previous?.())
  expect(result.current.location.search).toBe('?cursor=second')
  act(() => result.current.list.setFilter('status', 'approved'))
  expect(result.current.location.search).toBe('?status=approved')
})

test('of two filters that are changed at once, both are kept', () => {
  const result = listAt('?type=Solar')
  act(() => {
    result.current.list.setFilter('type', '')
    result.current.list.setFilter('status', 'approved')
    result.current.list.setSort('projectName')
  })
  expect(result.current.location.search).toBe('?status=approved&sort=projectName')
})
