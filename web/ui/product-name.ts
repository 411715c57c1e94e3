export const productName = 'Conservation Membership';
export const productDescription = {
  title: 'Wildlife management and conservation',
  text: 'We care for wild animals and the land they live on: healthy herds, living rivers, open veld. Members make it possible, and keep wild places wild for those who come after us.',
} as const;
