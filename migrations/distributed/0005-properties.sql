select create_distributed_table('properties', 'space_id', colocate_with => 'pages');
