/** Something that whoever runs the deployment can put right: the message says what and how, and is printed as it is. */
export class Refused extends Error {}
