import type { OrganizationLeaf, PersonLeaf } from 'schema-dts';
import { absoluteUrl } from '../absolute-url.ts';

/** The owner of the site. */
export interface DescribedFirm {
  name: string;
  legalName: string;
  description: string;
  url: string;
  /** The path of its logo. */
  logo: string;
  partnershipsEmail: string;
  linkedInUrl?: string | undefined;
  xUrl?: string | undefined;
  founder: { name: string; role: string };
  /** In one line, as the foot of every page has it. */
  address?: string | undefined;
}

/** Details of the firm that a page shows above its footer. */
export interface FirmShown {
  /** The company's own website, where the page links to it. */
  companyUrl?: string | undefined;
  people?: DescribedPerson[];
}

export interface DescribedPerson {
  name: string;
  role: string;
  linkedInUrl?: string | undefined;
  picture?: { src: string } | undefined;
}

/**
 * A page that merely names the firm gets its name and address. It is no ProfessionalService: that is a LocalBusiness, which
 * has to have a street address.
 */
export function firmOf(firm: DescribedFirm, shown?: FirmShown): OrganizationLeaf {
  const url = absoluteUrl('/', firm.url);
  const named = { '@type': 'Organization', '@id': firmId(firm), name: firm.name, url } as const;
  if (!shown) return named;
  const { companyUrl, people = [] } = shown;
  // A firm may name this very site as its company website.
  const elsewhere = [firm.linkedInUrl, firm.xUrl, companyUrl]
    .filter((address) => address !== undefined)
    .filter((address) => new URL(address).origin !== new URL(url).origin);
  const isFounder = ({ name }: DescribedPerson) => name === firm.founder.name;
  const founders = people
    .filter(isFounder)
    .map((person) => ({ '@id': founderId(firm), ...personOf(firm, person) }));
  const others = people.filter((person) => !isFounder(person)).map((person) => personOf(firm, person));
  return {
    ...named,
    legalName: firm.legalName,
    description: firm.description,
    logo: absoluteUrl(firm.logo, firm.url),
    email: firm.partnershipsEmail,
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    ...(firm.address && { address: firm.address }),
    ...(founders.length > 0 && { founder: founders }),
    ...(others.length > 0 && { employee: others }),
  };
}

/** An article's author, by name and role. The founder's node is shared with other pages by its id. */
export const authorOf = (firm: DescribedFirm, { name, role }: DescribedPerson): PersonLeaf => ({
  '@type': 'Person',
  ...(name === firm.founder.name && { '@id': founderId(firm) }),
  name,
  jobTitle: role,
});

export const firmId = ({ url }: DescribedFirm) => absoluteUrl('/#firm', url);
const founderId = ({ url }: DescribedFirm) => absoluteUrl('/#founder', url);

const personOf = (
  firm: DescribedFirm,
  { name, role, linkedInUrl, picture }: DescribedPerson,
): PersonLeaf => ({
  '@type': 'Person',
  name,
  jobTitle: role,
  ...(linkedInUrl && { sameAs: linkedInUrl }),
  ...(picture && { image: absoluteUrl(picture.src, firm.url) }),
});
