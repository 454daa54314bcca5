/** The address of the open page, without the host and the fragment. */
export const presentAddress = () => window.location.pathname + window.location.search
